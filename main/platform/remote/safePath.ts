const safePath = /^(?:[\w-][\w.-]{0,99}\/){0,8}[\w-][\w.-]{0,139}$/

/** A relative path with `/` that stays within its folder; names that begin with a dot are nobody's to read. */
export const isSafePath = (path: string): boolean => safePath.test(path)
