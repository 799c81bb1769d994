import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { StageMemory } from '../../../preload/contract/settings.ts'
import type { ScreenView } from '../../../preload/contract/screens/state.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import type { Core } from '../../core.ts'
import type { Gate } from '../../gate/gate.ts'
import { randomSecret } from '../../serve/access.ts'
import { openScreens, type Screen } from '../../serve/screens/screens.ts'
import { startScreenServer } from '../../serve/screens/screenServer.ts'
import { selectCategories } from '../categorySelection.ts'
import { invalid, readInteger, renameIssues } from '../commandLine.ts'
import { chooseProfile, readProfileFlags, type ProfileFlags } from '../profileChoice.ts'
import { runJob } from '../runJob.ts'
import { withCore } from '../session.ts'
import { listenForStop, untilAborted } from '../stopRequest.ts'
import { readStored } from '../storedStage.ts'
import { profileOptions, profileSynopsis, type Context, type Verb } from '../verb.ts'
import { jsonText, plain } from '../words/plain.ts'
import { sentenceOf } from '../words/sentence.ts'
import { readStage } from '../words/stageText.ts'

const views = ['rotation', 'podium', 'last', 'find', 'announcer', 'onTheWay'] as const

type AskedScreen = { readonly name: string; readonly view: ScreenView; readonly category: string | null }

type Wanted = {
  readonly stage: StageGuid
  readonly flags: ProfileFlags
  readonly address: string
  readonly port: number | undefined
  readonly screens: readonly AskedScreen[]
  readonly watchS: number | undefined
  readonly language: 'en' | 'ru'
  readonly isFinal: boolean
}

/** NAME=VIEW, the view of a category as `category:NAME`. */
const readScreen = (text: string): Result<AskedScreen> => {
  const at = text.indexOf('=')
  const name = text.slice(0, Math.max(0, at)).trim()
  const view = text.slice(at + 1)
  if (name === '') return invalid('--screen', 'NAME=VIEW')
  if (view.startsWith('category:') && view.length > 'category:'.length) {
    return { ok: true, value: { name, view: 'category', category: view.slice('category:'.length) } }
  }
  const known = views.find((one) => one === view)
  if (known === undefined) return invalid('--screen', `VIEW is one of: ${[...views, 'category:NAME'].join(', ')}`)
  return { ok: true, value: { name, view: known, category: null } }
}

const readWanted = ({ line }: Context): Result<Wanted> => {
  const stage = readStage(line.positionals[0] ?? '')
  if (!stage.ok) return stage
  const flags = readProfileFlags(line)
  if (!flags.ok) return flags
  const port = readInteger(line, 'port', { min: 0, max: 65_535 })
  if (!port.ok) return port
  const watchS = readInteger(line, 'watch', { min: 1, max: 86_400 })
  if (!watchS.ok) return watchS
  const language = line.text('language') ?? (navigator.language.toLowerCase().startsWith('ru') ? 'ru' : 'en')
  if (language !== 'en' && language !== 'ru') return invalid('--language', 'one of: en, ru')
  const screens: AskedScreen[] = []
  for (const text of line.texts('screen')) {
    const screen = readScreen(text)
    if (!screen.ok) return screen
    if (screens.some(({ name }) => name === screen.value.name)) return invalid('--screen', 'two of one name')
    screens.push(screen.value)
  }
  const first: AskedScreen = { name: language === 'ru' ? 'Табло' : 'Board', view: 'rotation', category: null }
  return {
    ok: true,
    value: {
      stage: stage.value,
      flags: flags.value,
      address: line.text('address') ?? '127.0.0.1',
      port: port.value,
      screens: screens.length === 0 ? [first] : screens,
      watchS: watchS.value,
      language,
      isFinal: line.has('final'),
    },
  }
}

/** Saves the stage if need be and polls it; a first download comes before, since screens of categories need their names. */
const startWatch = async (core: Core, { stage, flags, watchS }: Wanted): Promise<Result<null>> => {
  if (watchS === undefined) return { ok: true, value: null }
  const profile = await chooseProfile(core, flags)
  if (!profile.ok) return profile
  const added = await core.gate.call('stage:add', { profileId: profile.value.id, text: stage })
  if (!added.ok) return added
  const stored = await readStored(core.gate, stage)
  if (!stored.ok) {
    const taken = await runJob(
      core.gate,
      () => core.gate.call('stage:take', { stage }),
      () => undefined,
    )
    if (!taken.ok) return taken
    if (taken.value.error !== null) return { ok: false, error: taken.value.error }
  }
  const watched = await core.gate.call('stage:watch', { stage, everyS: watchS, budgetMbPerHour: 10_000 })
  return watched.ok ? { ok: true, value: null } : watched
}

/** The screens asked for, each under the secret that a screen of its name had before. */
const screensOf = (
  tree: StageTree,
  { screens, language }: Wanted,
  known: StageMemory['screens'],
): Result<readonly Screen[]> => {
  const found: Screen[] = []
  for (const { name, view, category } of screens) {
    const meant = selectCategories(tree, category === null ? [] : [category])
    if (!meant.ok) return meant
    const secret = known?.secrets.find((one) => one.name === name)?.secret ?? randomSecret()
    found.push({ name, secret, view, category: meant.value?.[0] ?? null, language })
  }
  return { ok: true, value: found }
}

/** Kept for the next start; screens of other names keep theirs. */
const keepAddresses = async (
  gate: Gate,
  stage: StageGuid,
  port: number,
  screens: readonly Screen[],
  known: StageMemory['screens'],
): Promise<Result<unknown>> => {
  const others = (known?.secrets ?? []).filter(({ name }) => !screens.some((screen) => screen.name === name))
  const secrets = [...screens.map(({ name, secret }) => ({ name, secret })), ...others].slice(0, 200)
  return await gate.call('memory:save', { stage, screens: { port, secrets } })
}

/** Where other devices could reach this computer. */
const otherAddresses = (): readonly string[] =>
  Object.entries(networkInterfaces()).flatMap(([name, own]) =>
    (own ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => `${address} (${name})`),
  )

const answerText = (screens: readonly ShownScreen[]): string =>
  screens.map(({ name, view, url }) => `${plain(name)} (${plain(view)}): ${url}\n`).join('')

type ShownScreen = { readonly name: string; readonly view: string; readonly url: string }

const show = async (context: Context, core: Core, wanted: Wanted, stop: AbortSignal): Promise<Result<null>> => {
  const { gate } = core
  const { stage, address } = wanted
  const tree = await readStored(gate, stage)
  if (!tree.ok) return tree
  const memory = await gate.call('memory:read', { stage })
  if (!memory.ok) return memory
  const known = memory.value.screens
  const screens = screensOf(tree.value, wanted, known)
  if (!screens.ok) return screens
  const opened = await openScreens({
    gate,
    stage,
    screens: screens.value,
    isFinal: wanted.isFinal,
    clock: Date.now,
    onProblem: ({ error }) => void context.output.say(`${plain(sentenceOf(error))}\n`),
  })
  if (!opened.ok) return opened
  try {
    const start = (port: number) =>
      startScreenServer({
        screens: opened.value,
        pageDir: join(context.rendererDir, '..', 'board'),
        address,
        port,
        bug: core.noteBug,
      })
    const again = wanted.port === undefined && known !== undefined ? await start(known.port) : null
    const started = again?.ok === true ? again : await start(wanted.port ?? 0)
    if (!started.ok) return renameIssues(started, { port: '--port', address: '--address' })
    const server = started.value
    try {
      const kept = await keepAddresses(gate, stage, server.port, screens.value, known)
      if (!kept.ok) return kept
      const shown = screens.value.map((screen, at): ShownScreen => {
        const category = wanted.screens[at]?.category ?? null
        const view = category === null ? screen.view : `category:${category}`
        return { name: screen.name, view, url: server.urlOf(screen) }
      })
      const printed = await context.output.print([
        context.isJson ? `${jsonText({ screens: shown })}\n` : `${answerText(shown)}End with Ctrl+C\n`,
      ])
      const others = otherAddresses()
      if (address === '127.0.0.1' && others.length > 0) {
        await context.output.say(
          `Only this computer can open these. For other devices choose a network with --address: ${others.join(', ')}\n`,
        )
      }
      if (printed.ok) await untilAborted(stop)
      return printed
    } finally {
      await server.close()
    }
  } finally {
    opened.value.close()
  }
}

export const boardVerb: Verb = {
  words: 'board',
  synopsis:
    `STAGE [--address A] [--port N] [--screen NAME=VIEW]… [--watch S ${profileSynopsis}] ` +
    '[--final] [--language en|ru], VIEW one of rotation, podium, last, category:NAME, find, announcer, onTheWay',
  summary: 'show stored results on screens of the venue until SIGTERM',
  options: {
    ...profileOptions,
    address: { type: 'string' },
    port: { type: 'string' },
    screen: { type: 'string', multiple: true },
    watch: { type: 'string' },
    final: { type: 'boolean' },
    language: { type: 'string' },
  },
  positionals: ['STAGE'],
  run: async (context) => {
    const wanted = readWanted(context)
    if (!wanted.ok) return wanted
    const { unsaved } = wanted.value.flags
    const stop = listenForStop()
    try {
      const shown = await withCore(
        context,
        { staysOpen: true, ...(unsaved === undefined ? {} : { unsaved }) },
        async (core) => {
          const watched = await startWatch(core, wanted.value)
          if (!watched.ok) return watched
          return await show(context, core, wanted.value, stop.signal)
        },
      )
      return shown.ok ? { ok: true, value: 0 } : shown
    } finally {
      stop.dispose()
    }
  },
}
