import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { AutoExport, ExportOptions } from '../../preload/contract/files.ts'
import type { StageGuid } from '../../preload/contract/ids.ts'
import type { AppError, Result } from '../../preload/contract/result.ts'
import type { Gate } from '../gate/gate.ts'
import { invalid, type OptionSpecs } from './commandLine.ts'
import { readExportOptions } from './verbs/export.ts'
import { readFailure } from './inputFile.ts'
import { plain } from './words/plain.ts'
import { warningLines } from './words/preflightWords.ts'
import { sentenceOf } from './words/sentence.ts'
import type { Context } from './verb.ts'
import type { ChooseFolder } from '../kernel/face.ts'

/** Files that follow the watch. */
export type WatchExport = { readonly folder: string; readonly options: ExportOptions }

export const watchExportOptions: OptionSpecs = {
  'export-to': { type: 'string' },
  format: { type: 'string' },
  preset: { type: 'string' },
  language: { type: 'string' },
  'birth-dates': { type: 'string' },
  final: { type: 'boolean' },
  receipt: { type: 'boolean' },
}

export const watchExportSynopsis =
  '[--export-to DIR --format FORMAT [--preset PRESET] [--language en|ru] [--birth-dates full|year] [--final] [--receipt]]'

/** Null without --export-to. */
export const readWatchExport = ({ line, cwd }: Context): Result<WatchExport | null> => {
  const folder = line.text('export-to')
  if (folder !== undefined) {
    const options = readExportOptions(line)
    if (!options.ok) return options
    // Files that follow a watch lie where others read them.
    const birthDates = options.value.birthDates ?? (options.value.preset === 'raw' ? 'full' : 'year')
    return { ok: true, value: { folder: resolve(cwd, folder), options: { ...options.value, birthDates } } }
  }
  const alone = Object.keys(watchExportOptions).find((name) => line.text(name) !== undefined || line.has(name))
  return alone === undefined ? { ok: true, value: null } : invalid(`--${alone}`, 'goes with --export-to')
}

/** One by one: Node's own `recursive` never ends in a folder that allows no new entries, such as /proc. */
const makeFolder = async (folder: string): Promise<void> => {
  const parent = dirname(folder)
  if (parent !== folder && !existsSync(parent)) await makeFolder(parent)
  try {
    await mkdir(folder)
  } catch (thrown) {
    const found = await stat(folder).catch(() => null)
    if (found?.isDirectory() !== true) throw thrown
  }
}

export const folderOf =
  ({ folder }: Pick<WatchExport, 'folder'>): ChooseFolder =>
  async () => {
    try {
      await makeFolder(folder)
      return { ok: true, value: folder }
    } catch (thrown) {
      return readFailure(thrown, folder)
    }
  }

/** Begins it, and says on stderr what cannot be written, until the core is closed. */
export const followWithFiles = async (
  { output }: Context,
  gate: Gate,
  stage: StageGuid,
  { options }: WatchExport,
): Promise<Result<null>> => {
  let told = ''
  const tell = (error: AppError | null): void => {
    const sentence = error === null ? '' : sentenceOf(error)
    if (sentence !== '' && sentence !== told) void output.say(`Not written: ${plain(sentence)}\n`)
    told = sentence
  }
  let warned = ''
  const warn = ({ warnings = [] }: AutoExport): void => {
    const lines = warningLines({ warnings })
      .map((line) => `${plain(line)}\n`)
      .join('')
    if (lines !== warned) void output.say(lines)
    warned = lines
  }
  let removed = 0
  let left = ''
  const tellReplaced = ({ replaced }: AutoExport): void => {
    if (replaced === undefined) return
    if (replaced.removed > removed) {
      void output.say(`Removed ${replaced.removed - removed} files under an old name\n`)
      removed = replaced.removed
    }
    const paths = replaced.left.map(plain).join(', ')
    if (paths !== '' && paths !== left)
      void output.say(`These files were edited, so they stay under the old name: ${paths}\n`)
    left = paths
  }
  gate.listen((event) => {
    if (event.name !== 'autoExport:changed' || event.data.stage !== stage) return
    tell(event.data.state.error)
    warn(event.data.state)
    tellReplaced(event.data.state)
  })
  const set = await gate.call('stage:autoExport', { stage, set: { isOn: true, options } })
  return set.ok ? { ok: true, value: null } : set
}
