export const readTitle = (page: string): string => /<title>([^<]*)<\/title>/.exec(page)?.[1] ?? ''
