import * as z from 'zod'
import { label, line } from './bounds.ts'
import { operation } from './operation.ts'

/** A folder of the computer that the app runs on, and those in it. Hidden ones are left out. */
export type FolderList = {
  /** Absolute. */
  readonly path: string
  /** Null at the top. */
  readonly parent: string | null
  readonly folders: readonly { readonly name: string; readonly path: string }[]
  /** There are more than are listed. */
  readonly isCut: boolean
}

const isAbsolute = (path: string): boolean => /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path)

export const folderPath = () => line(4_096).refine(isAbsolute, 'an absolute path')

/** For the pages of the browser face, which no dialog of the system helps. In other faces: not-found. */
export const foldersOperations = {
  /** Null: the user's own folder. Errors: file. */
  'folder:list': operation<FolderList>()(() => z.strictObject({ path: folderPath().nullable() })),
  /** Makes a folder in that one, and lists it. Errors: file, invalid-input{name}. */
  'folder:make': operation<FolderList>()(() => z.strictObject({ path: folderPath(), name: label(100) })),
}
