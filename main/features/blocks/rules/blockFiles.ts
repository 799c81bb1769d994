import type { BlockType } from '../../../../preload/contract/blocks.ts'
import type { BlockTypeId, Json } from '../../../../preload/contract/ids.ts'
import type { BlockSource } from './blockTypes.ts'
import { fileStem } from '../../files/rules/fileNames.ts'

/** `<id> <name>` for each type: valid on Windows and unique there, where the case of letters does not count. */
export const blockFolders = (types: readonly Pick<BlockType, 'id' | 'name'>[]): ReadonlyMap<BlockTypeId, string> => {
  const taken = new Set<string>()
  return new Map(
    types.map(({ id, name }) => {
      const stem = fileStem(name === id ? [id] : [id, name])
      let folder = stem
      for (let count = 2; taken.has(folder.toLowerCase()); count += 1) folder = `${stem} (${count})`
      taken.add(folder.toLowerCase())
      return [id, folder]
    }),
  )
}

type BlockFile = { readonly name: string; readonly text: string }

/** The files of one type; a missing field is an empty file, one that is not text is written as JSON. */
export const blockFiles = (source: BlockSource): readonly BlockFile[] => [
  { name: 'template.html', text: codeText(source['template']) },
  { name: 'style.css', text: codeText(source['css']) },
  { name: 'script.js', text: codeText(source['js']) },
  { name: 'block.json', text: `${JSON.stringify(source, null, 2)}\n` },
]

/** The text of template, css or js. */
export const codeText = (value: Json | undefined): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
