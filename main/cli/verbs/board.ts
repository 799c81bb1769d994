import { randomBytes } from 'node:crypto'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import {
  usualScreen,
  type ScreenLayout,
  type ScreenSettings,
  type StageScreens,
} from '../../../preload/contract/screens/layout.ts'
import type { ScreenView } from '../../../preload/contract/screens/state.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import type { Core } from '../../core.ts'
import { isLoopback } from '../../serve/screens/networks.ts'
import { createScreenHost } from '../../serve/screens/screenHost.ts'
import { selectCategories } from '../categorySelection.ts'
import { invalid, readInteger, renameIssues } from '../commandLine.ts'
import { readProfileFlags, type ProfileFlags } from '../profileChoice.ts'
import { startWatch, tellTroubles } from '../renewing.ts'
import { withCore } from '../session.ts'
import { listenForStop, untilAborted } from '../stopRequest.ts'
import { readStored, sayUnnamed } from '../storedStage.ts'
import { profileOptions, profileSynopsis, type Context, type Verb } from '../verb.ts'
import { jsonText, plain } from '../words/plain.ts'
import { readStage } from '../words/stageText.ts'

const views = ['rotation', 'podium', 'last', 'find', 'announcer', 'onTheWay', 'crew'] as const

type AskedScreen = { readonly name: string; readonly view: ScreenView; readonly category: string | null }

type Wanted = {
  readonly stage: StageGuid
  readonly flags: ProfileFlags
  readonly address: string
  readonly port: number | undefined
  readonly screens: readonly AskedScreen[]
  readonly watchS: number | undefined
  /** Null: as each screen has it. */
  readonly language: 'en' | 'ru' | null
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
  const language = line.text('language') ?? null
  if (language !== null && language !== 'en' && language !== 'ru') return invalid('--language', 'one of: en, ru')
  const screens: AskedScreen[] = []
  for (const text of line.texts('screen')) {
    const screen = readScreen(text)
    if (!screen.ok) return screen
    if (screens.some(({ name }) => name === screen.value.name)) return invalid('--screen', 'two of one name')
    screens.push(screen.value)
  }
  return {
    ok: true,
    value: {
      stage: stage.value,
      flags: flags.value,
      address: line.text('address') ?? '127.0.0.1',
      port: port.value,
      screens,
      watchS: watchS.value,
      language,
      isFinal: line.has('final'),
    },
  }
}

/** The settings of a screen that was arranged before stay, but for what was asked for. */
const askedScreen = (
  tree: StageTree,
  before: ScreenLayout,
  { name, view, category }: AskedScreen,
  language: 'en' | 'ru',
): Result<ScreenSettings> => {
  const meant = selectCategories(tree, category === null ? [] : [category])
  if (!meant.ok) return meant
  const known = before.screens.find((screen) => screen.name === name)
  const screen = known ?? { ...usualScreen, id: randomBytes(9).toString('base64url'), name, language }
  const found = meant.value ?? []
  // A name that several distances have shows them in turn.
  return found.length > 1
    ? { ok: true, value: { ...screen, view: 'rotation', category: null, categories: found } }
    : { ok: true, value: { ...screen, view, category: found[0] ?? null } }
}

/** The screens asked for first; others of the stage stay arranged. Without any asked for, those that are arranged. */
const layoutOf = (
  { systemLanguage }: Context,
  tree: StageTree,
  { layout, isArranged }: StageScreens,
  wanted: Wanted,
): Result<ScreenLayout> => {
  const system = systemLanguage.toLowerCase().startsWith('ru') ? 'ru' : 'en'
  const asked: ScreenSettings[] = []
  for (const one of wanted.screens) {
    const screen = askedScreen(tree, layout, one, system)
    if (!screen.ok) return screen
    asked.push(screen.value)
  }
  const shown = asked.length === 0 ? layout.screens : asked
  const { language } = wanted
  const spoken = language === null ? shown : shown.map((screen) => ({ ...screen, language }))
  const others = layout.screens.filter(({ name }) => !shown.some((screen) => screen.name === name))
  const screens = [...spoken, ...(asked.length === 0 || !isArranged ? [] : others)]
  return { ok: true, value: { ...layout, isFinal: wanted.isFinal, screens } }
}

type ShownScreen = { readonly name: string; readonly view: string; readonly url: string }

const shownOf = ({ layout, served }: StageScreens, wanted: Wanted): readonly ShownScreen[] =>
  layout.screens.slice(0, wanted.screens.length || undefined).map(({ id, name, view }, at) => {
    const category = wanted.screens[at]?.category ?? null
    const url = served?.screens.find((screen) => screen.id === id)?.url ?? ''
    return { name, view: category === null ? view : `category:${category}`, url }
  })

const named = (networks: StageScreens['networks']): string =>
  networks.map(({ address, network }) => `${address} (${plain(network)})`).join(', ')

const answerText = (screens: readonly ShownScreen[]): string =>
  screens.map(({ name, view, url }) => `${plain(name)} (${plain(view)}): ${url}\n`).join('')

const show = async (context: Context, core: Core, wanted: Wanted, stop: AbortSignal): Promise<Result<null>> => {
  const { gate } = core
  const { stage, address, port } = wanted
  const tree = await readStored(gate, stage)
  if (!tree.ok) return tree
  await sayUnnamed(context, tree.value.stage)
  const before = await gate.call('screens:read', { stage })
  if (!before.ok) return before
  const layout = layoutOf(context, tree.value, before.value, wanted)
  if (!layout.ok) return layout
  const saved = await gate.call('screens:save', { stage, layout: layout.value })
  if (!saved.ok) return saved
  const started = await gate.call('screens:start', { stage, address, ...(port === undefined ? {} : { port }) })
  if (!started.ok) {
    const isAddress = started.error.kind === 'invalid-input' && started.error.issues[0]?.path === 'address'
    if (isAddress) await context.output.say(`This computer has ${named(before.value.networks)}.\n`)
    return renameIssues(started, { port: '--port', address: '--address' })
  }
  const shown = shownOf(started.value, wanted)
  const printed = await context.output.print([
    context.isJson ? `${jsonText({ screens: shown })}\n` : `${answerText(shown)}End with Ctrl+C\n`,
  ])
  if (shown.some(({ view }) => view === 'crew')) await context.output.say(`PIN of the crew: ${layout.value.pin}\n`)
  const others = started.value.networks.filter((network) => !isLoopback(network.address))
  if (isLoopback(address) && others.length > 0) {
    await context.output.say(
      `Only this computer can open these. For other devices choose a network with --address: ${named(others)}\n`,
    )
  }
  const stopTelling = await tellTroubles(context, gate, stage)
  if (printed.ok) await untilAborted(stop)
  stopTelling()
  return printed
}

export const boardVerb: Verb = {
  words: 'board',
  synopsis:
    `STAGE [--address A] [--port N] [--screen NAME=VIEW]… [--watch S ${profileSynopsis}] ` +
    '[--final] [--language en|ru], VIEW one of rotation, podium, last, category:NAME, find, announcer, onTheWay, crew',
  summary: 'show stored results on screens of the venue until Ctrl+C or SIGTERM',
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
    const stop = listenForStop(context)
    const screenHost = createScreenHost({ rendererDir: context.rendererDir })
    try {
      const shown = await withCore(
        context,
        { staysOpen: true, screenHost, ...(unsaved === undefined ? {} : { unsaved }) },
        async (core) => {
          const watched = await startWatch(context, core, wanted.value)
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
