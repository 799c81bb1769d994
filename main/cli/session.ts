import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Face } from '../../preload/contract/diagnostics.ts'
import type { Result } from '../../preload/contract/result.ts'
import type { StorageStop } from '../../preload/contract/storage.ts'
import { createCore, type Core } from '../core.ts'
import type { CoreOptions } from '../coreOptions.ts'
import { plain } from './words/plain.ts'
import { storageSentence } from './words/sentence.ts'
import type { Context } from './verb.ts'
import type { AttachedScreenHost } from '../serve/screens/screenHost.ts'
import type { ChooseFolder, Delivery, Demo, Previews } from '../kernel/face.ts'

// The project's folder lies two above this file, in the sources (main/cli) and in the bundle (out/main) alike.
const projectDir = join(import.meta.dirname, '..', '..')

/** Folder of the built pages. */
export const builtRendererDir = join(projectDir, 'out', 'renderer')

export const readVersion = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'))
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return hasVersion && typeof manifest.version === 'string' ? manifest.version : 'unknown'
}

const noDelivery: Delivery = { choose: async () => null }

type SessionOptions = {
  readonly face?: Face
  readonly delivery?: Delivery
  readonly previews?: Previews
  readonly chooseFolder?: ChooseFolder
  readonly prints?: Previews
  readonly screenHost?: AttachedScreenHost
  readonly unsaved?: NonNullable<CoreOptions['unsaved']>
  readonly parallelCalls?: number
  readonly demo?: Demo
  /** Others go on using what it shows, so it does not end after a bug. */
  readonly staysOpen?: true
}

const openCore = (context: Context, options: SessionOptions): Promise<Result<Core>> =>
  createCore({
    face: options.face ?? 'terminal',
    dataDir: context.dataDir,
    env: context.env,
    systemLanguage: context.systemLanguage,
    delivery: options.delivery ?? noDelivery,
    version: readVersion(),
    outside: { ...context.outside, ...(options.demo === undefined ? {} : { demo: options.demo }) },
    ...(options.chooseFolder === undefined ? {} : { chooseFolder: options.chooseFolder }),
    ...(options.previews === undefined ? {} : { previews: options.previews }),
    ...(options.prints === undefined ? {} : { prints: options.prints }),
    ...(options.screenHost === undefined ? {} : { screenHost: options.screenHost }),
    ...(options.unsaved === undefined ? {} : { unsaved: options.unsaved }),
    ...(options.parallelCalls === undefined ? {} : { parallelCalls: options.parallelCalls }),
  })

/** Opens a core, uses it, and closes it whatever came out. */
export const withCore = async <T>(
  context: Context,
  options: SessionOptions,
  use: (core: Core) => Promise<Result<T>>,
): Promise<Result<T>> => {
  const core = await openCore(context, options)
  if (!core.ok) return core
  const { movedAsideTo } = core.value
  if (movedAsideTo !== null) {
    await context.output.say(
      `The database was damaged and was moved to ${plain(movedAsideTo)}. The new one is empty: download the stages again.\n`,
    )
  }
  const sayStop = (stop: StorageStop | null): Promise<void> | undefined =>
    stop === null ? undefined : context.output.say(`${plain(storageSentence(stop))}\n`)
  await sayStop(core.value.storageStop())
  core.value.gate.listen((event) => {
    if (event.name === 'storage:changed') void sayStop(event.data.stop)
  })
  // A server keeps running for its users. Any other command ends: its state is unknown after a bug.
  context.faults.follow(core.value, options.face === 'browser' || options.staysOpen === true)
  options.screenHost?.attach(core.value)
  try {
    return await use(core.value)
  } finally {
    await core.value.close()
  }
}
