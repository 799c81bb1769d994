import { constants } from 'node:fs'
import { access, mkdir, readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { FolderList } from '../../../preload/contract/files.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { invalidInput } from '../../kernel/result.ts'
import { fileReason } from './fileReason.ts'

const mostListed = 1_000
/** One for all: with one for each comparison, 30,000 names hold the app up for seconds. */
const byName = new Intl.Collator(undefined, { numeric: true }).compare

/** Work on a path, with errors of the file system as values. */
const attempt = async <T>(path: string, work: () => Promise<T>): Promise<Result<T>> => {
  try {
    return { ok: true, value: await work() }
  } catch (thrown) {
    const reason = fileReason(thrown)
    if (reason === null) throw thrown
    return { ok: false, error: { kind: 'file', reason, path } }
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/** Without a path: the user's own folder. */
export const listFolder = (asked?: string): Promise<Result<FolderList>> => {
  const path = resolve(asked ?? homedir())
  return attempt(path, async () => {
    const entries = await readdir(path, { withFileTypes: true })
    const named = entries
      // Names that the contract cannot carry back are left out.
      .filter(({ name }) => !name.startsWith('.') && name.isWellFormed() && !/\p{Cc}/u.test(name))
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .toSorted((one, other) => byName(one.name, other.name))
    const folders: FolderList['folders'][number][] = []
    for (const entry of named.slice(0, mostListed)) {
      const inner = join(path, entry.name)
      if (entry.isDirectory() || (await isFolder(inner))) folders.push({ name: entry.name, path: inner })
    }
    const parent = dirname(path)
    return { path, parent: parent === path ? null : parent, folders, isCut: named.length > mostListed }
  })
}

/** Names that every file system takes, and that lead nowhere else. */
const isFolderName = (name: string): boolean => !/[/\\:*?"<>|]|^\.|[. ]$|^$/.test(name)

export const makeFolder = async (path: string, name: string): Promise<Result<FolderList>> => {
  const wanted = name.trim()
  if (!isFolderName(wanted)) return invalidInput('name', 'a name of a folder')
  const made = join(resolve(path), wanted)
  const done = await attempt(made, () => mkdir(made))
  return done.ok ? await listFolder(made) : done
}

/** The folder as it is to be written to. Errors: file. */
export const writableFolder = (wanted: string): Promise<Result<string>> => {
  const path = resolve(wanted)
  return attempt(path, async () => {
    await readdir(path)
    await access(path, constants.W_OK)
    return path
  })
}
