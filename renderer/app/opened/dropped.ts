/** Content of a drop that the app knows. Files come before texts: a browser drags both. */
type Dropped =
  | { readonly kind: 'capsules'; readonly files: readonly File[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unknown' }

const LONGEST_TEXT = 20_000

export const readDrop = (data: {
  readonly files: Iterable<File>
  readonly getData: (type: string) => string
}): Dropped => {
  const files = [...data.files]
  if (files.length > 0) {
    const capsules = files.filter(({ name }) => /\.racestage$/i.test(name))
    return capsules.length > 0 ? { kind: 'capsules', files: capsules } : { kind: 'unknown' }
  }
  const text = data.getData('text/uri-list') || data.getData('text/plain')
  return text === '' ? { kind: 'unknown' } : { kind: 'text', text: text.slice(0, LONGEST_TEXT) }
}

/** Whether a drag over the window may hold something for the app; its contents show only once it is dropped. */
export const mayDrop = ({ types }: Pick<DataTransfer, 'types'>): boolean =>
  ['Files', 'text/uri-list', 'text/plain'].some((type) => types.includes(type))
