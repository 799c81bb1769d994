import { basename, extname } from 'node:path'
import { fileStem } from '../features/files/rules/fileNames.ts'

/** The file of one category: `<out without extension> - <distance> - <category>.<ext>`. */
type SplitPlace = { readonly distance: string; readonly category: string }

/**
 * A path for each place, no two of them the same anywhere. What of the names no file system takes is replaced; the path as
 * given stays as it is. Without an extension of its own it gets none.
 */
export const splitPaths = (out: string, places: readonly SplitPlace[]): readonly string[] => {
  const ending = extname(out)
  const stem = basename(out, ending)
  const taken = new Set<string>()
  return places.map(({ distance, category }) => {
    const name = `${stem} - ${fileStem([`${distance} - ${category}`])}`
    let unique = name
    for (let count = 2; taken.has(unique.toLowerCase()); count += 1) unique = `${name} (${count})`
    taken.add(unique.toLowerCase())
    return besidePath(out, `${unique}${ending}`)
  })
}

/** A name in the folder of a path that is used as given, which `join` would tidy up. */
export const besidePath = (path: string, name: string): string =>
  path.slice(0, path.length - basename(path).length) + name
