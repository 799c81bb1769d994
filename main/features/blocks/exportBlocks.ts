import type { Input } from '../../../preload/contract.ts'
import type { BlockType } from '../../../preload/contract/blocks.ts'
import type { JobId } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { blockFiles, blockFolders } from './rules/blockFiles.ts'
import { readSource, type BlockTypes } from './blockTypes.ts'
import type { ExportDesk } from '../files/exportDesk.ts'
import type { Piece } from '../files/fileWriting.ts'
import type { Profiles } from '../organizations/profiles.ts'
import type { ReferenceStore } from './referenceTables.ts'
import type { Zip, ZipEntry } from '../../platform/files/files.ts'
import { notFound } from '../../kernel/result.ts'

type BlockExports = {
  /** Null when the user closed the dialog. */
  readonly start: (input: Input<'block:export'>) => Promise<Result<{ readonly jobId: JobId } | null>>
}

export type BlockExportsParts = {
  readonly store: ReferenceStore
  readonly profiles: Profiles
  readonly blockTypes: BlockTypes
  readonly zip: Zip
  readonly desk: ExportDesk
}

export const createBlockExports = ({ store, profiles, blockTypes, zip, desk }: BlockExportsParts): BlockExports => ({
  start: async ({ profileId, id, snapshot }) => {
    const stored = blockTypes.whole(profileId, snapshot)
    if (stored === null) return notFound('block type details')
    const types = store.blocksOf(stored.id).map(({ type }) => type)
    const chosen = id === undefined ? types : types.filter((type) => type.id === id)
    if (chosen.length === 0) return notFound('block type')
    const profile = profiles.find(profileId)
    const title = id === undefined ? (profile.ok ? profile.value.name : profileId) : (chosen[0]?.name ?? id)
    // File names are unique among all types, so that a type exported alone has the same name.
    const folders = blockFolders(types)
    const progress = { done: 0 }
    const files = function* (): Generator<ZipEntry> {
      for (const type of chosen) {
        for (const { name, text } of blockFiles(readSource(store.block(stored.id, type.id)?.content))) {
          yield { path: `${folders.get(type.id) ?? type.id}/${name}`, pieces: [text] }
        }
        progress.done += 1
      }
    }
    const pieces = async function* (): AsyncGenerator<Piece> {
      for await (const bytes of zip(files(), stored.fetchedAt)) yield { bytes, done: progress.done }
    }
    return await desk.start({
      name: id === undefined ? [title, 'block types'] : { exactly: nameOfOne(chosen) },
      ending: 'zip',
      stage: null,
      title,
      content: { total: chosen.length, unit: 'blocks', pieces: pieces() },
    })
  },
})

const nameOfOne = (chosen: readonly BlockType[]): string => {
  const [folder = 'block'] = blockFolders(chosen).values()
  return folder
}
