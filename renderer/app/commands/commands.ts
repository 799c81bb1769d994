import type { Profile } from '../../../preload/contract/organizations.ts'
import type { FoundRow } from '../../../preload/contract/results.ts'
import type { Settings } from '../../../preload/contract/settings.ts'
import type { Stage } from '../../../preload/contract/stages.ts'
import type { TextKey } from '../../text/en/en.ts'
import type { Translate } from '../../text/text.ts'
import type { Route, StageViewId } from '../address.ts'
import { diagnosticsOpened, verifyOpened } from '../opened/opened.ts'
import { chooseCapsule } from '../opened/openCapsule.ts'
import { otherWords } from './otherWords.ts'
import type { ScreenAction } from './screenActions.ts'
import { COMMAND_KEY, type ShortcutName } from './shortcuts.ts'

/** Something the palette can do; `keys` also do it without the palette. */
export type Command = {
  readonly value: string
  readonly label: string
  /** Other words that find it, in both languages. */
  readonly also?: string
  /** Said beside the label, and not searched. */
  readonly where?: string
  readonly keys?: string
  /** Listed only for typed words. */
  readonly isFoundOnly?: true
  readonly effect:
    | { readonly kind: 'go'; readonly to: Route }
    | { readonly kind: 'shortcut'; readonly name: ShortcutName }
    | { readonly kind: 'settings'; readonly change: Partial<Settings> }
    | { readonly kind: 'row'; readonly row: Pick<FoundRow, 'stage' | 'category' | 'index'> }
    | { readonly kind: 'run'; readonly run: () => void }
}

export type CommandGroup = { readonly value: string; readonly items: readonly Command[] }

type Action = {
  readonly name: ShortcutName
  readonly label: TextKey
  readonly keys: string
}

/** Actions of the current screen whose shortcuts have a listener. */
const ACTIONS: readonly Action[] = [
  { name: 'search', label: 'shortcuts.search', keys: `${COMMAND_KEY} F` },
  { name: 'refresh', label: 'shortcuts.refresh', keys: 'F5' },
  { name: 'export', label: 'shortcuts.export', keys: `${COMMAND_KEY} E` },
]

const SIZES: readonly Action[] = [
  { name: 'larger', label: 'palette.larger', keys: `${COMMAND_KEY} +` },
  { name: 'smaller', label: 'palette.smaller', keys: `${COMMAND_KEY} −` },
  { name: 'normalSize', label: 'palette.normalSize', keys: `${COMMAND_KEY} 0` },
]

const SHORTCUTS: Action = { name: 'shortcuts', label: 'shortcuts.title', keys: '?' }

const PLACES: readonly {
  readonly to: Route
  readonly label: TextKey
  readonly keys?: string
}[] = [
  { to: { screen: 'stages' }, label: 'shortcuts.stages', keys: `${COMMAND_KEY} 1` },
  { to: { screen: 'orders' }, label: 'shortcuts.orders', keys: `${COMMAND_KEY} 2` },
  { to: { screen: 'promo', tab: 'compose' }, label: 'promo.title', keys: `${COMMAND_KEY} 3` },
  { to: { screen: 'promo', tab: 'receipts' }, label: 'promo.tab.receipts' },
  { to: { screen: 'blocks', view: 'types' }, label: 'blocks.title', keys: `${COMMAND_KEY} 4` },
  { to: { screen: 'blocks', view: 'changes' }, label: 'blocks.changes' },
  { to: { screen: 'blocks', view: 'years' }, label: 'years.title' },
  { to: { screen: 'calls' }, label: 'calls.title', keys: `${COMMAND_KEY} 5` },
  { to: { screen: 'settings', section: 'general' }, label: 'shortcuts.settings', keys: `${COMMAND_KEY} 6` },
  { to: { screen: 'settings', section: 'network' }, label: 'settings.network' },
  { to: { screen: 'settings', section: 'storage' }, label: 'storage.title' },
  { to: { screen: 'settings', section: 'about' }, label: 'settings.about' },
  { to: { screen: 'settings', section: 'new' }, label: 'settings.organization.add' },
  { to: { screen: 'help' }, label: 'help.title', keys: 'F1' },
  { to: { screen: 'help', chapter: 'formats' }, label: 'palette.formats' },
]

/** Views of a stage that typed words also find from outside it. */
const VIEWS: readonly StageViewId[] = ['desk', 'announcer', 'changes', 'pictures', 'audit', 'columns']
/** Actions in the bar of a stage; from outside it their other words find the stage. */
const IN_BAR: readonly TextKey[] = ['screens.show', 'publish.show', 'watch.do', 'capsule.save']

const THEMES: readonly Settings['theme'][] = ['system', 'light', 'dark', 'sunlight']
const LANGUAGES: readonly Settings['language'][] = ['system', 'en', 'ru']

type CommandSources = {
  readonly t: Translate
  readonly stages: readonly Stage[]
  readonly profiles: readonly Profile[]
  /** Buttons on the screen. */
  readonly actions: readonly ScreenAction[]
  readonly canDo: (name: ShortcutName) => boolean
  /** The actions then hold the stage's views and its bar. */
  readonly isInStage: boolean
}

/** Everything the palette offers: what can be done here, every screen and every stage, and the settings of the screen. */
export const listCommands = ({
  t,
  stages,
  profiles,
  actions,
  canDo,
  isInStage,
}: CommandSources): readonly CommandGroup[] => {
  const named = (label: TextKey) => ({ label: t(label), also: otherWords[label] ?? '' })
  const wordsFor = new Map(Object.entries(otherWords).map(([label, words]) => [t(label as TextKey), words]))
  const shortcutsOf = (listed: readonly Action[]): readonly Command[] =>
    listed
      .filter(({ name }) => canDo(name))
      .map(({ name, label, keys }) => ({
        value: `do:${name}`,
        ...named(label),
        keys,
        effect: { kind: 'shortcut', name },
      }))
  const here = shortcutsOf(ACTIONS)
  const sizes = shortcutsOf(SIZES)
  const shortcuts = shortcutsOf([SHORTCUTS])
  const everywhere: readonly Command[] = [
    { value: 'capsule', ...named('capsule.open'), effect: { kind: 'run', run: chooseCapsule } },
    { value: 'verify', ...named('verify.title'), effect: { kind: 'run', run: () => verifyOpened.set(true) } },
  ]
  const isOffered = (label: string): boolean =>
    label === t('do.dismiss') || [...here, ...sizes, ...shortcuts].some((command) => command.label === label)
  return [
    {
      value: t('palette.here'),
      items: [
        ...here,
        ...actions
          .filter(({ label }) => !isOffered(label))
          .map(({ label, press }): Command => ({
            value: `press:${label}`,
            label,
            also: wordsFor.get(label) ?? '',
            effect: { kind: 'run', run: press },
          })),
        ...everywhere.filter(({ label }) => actions.every((action) => action.label !== label)),
        {
          value: 'diagnostics',
          label: t('diagnostics.title'),
          effect: { kind: 'run', run: () => diagnosticsOpened.set(true) },
        },
        ...shortcuts,
      ],
    },
    {
      value: t('palette.stages'),
      items: [
        ...stages.map(({ guid, name }): Command => ({
          value: `stage:${guid}`,
          label: name,
          ...(isInStage ? {} : { also: IN_BAR.map((label) => otherWords[label]).join(' ') }),
          effect: { kind: 'go', to: { screen: 'stage', stage: guid } },
        })),
        ...(isInStage ? [] : stages).flatMap(({ guid, name }) =>
          VIEWS.map((view): Command => ({
            value: `view:${guid} ${view}`,
            ...named(`view.${view}`),
            where: name,
            isFoundOnly: true,
            effect: { kind: 'go', to: { screen: 'stage', stage: guid, view } },
          })),
        ),
      ],
    },
    {
      value: t('palette.places'),
      items: [
        ...PLACES.map(({ to, label, keys }, index): Command => ({
          value: `place:${index}`,
          ...named(label),
          ...(keys === undefined ? {} : { keys }),
          effect: { kind: 'go', to },
        })),
        ...profiles.map(({ id, name }): Command => ({
          value: `profile:${id}`,
          label: `${t('shortcuts.settings')} · ${name}`,
          effect: { kind: 'go', to: { screen: 'settings', profile: id } },
        })),
      ],
    },
    {
      value: t('palette.appearance'),
      items: [
        ...sizes,
        ...THEMES.map((theme): Command => ({
          value: `theme:${theme}`,
          label: `${t('settings.theme')} · ${t(`settings.theme.${theme}`)}`,
          also: otherWords['settings.theme'] ?? '',
          effect: { kind: 'settings', change: { theme } },
        })),
        ...LANGUAGES.map((language): Command => ({
          value: `language:${language}`,
          label: `${t('settings.language')} · ${t(`settings.language.${language}`)}`,
          also: otherWords['settings.language'] ?? '',
          effect: { kind: 'settings', change: { language } },
        })),
      ],
    },
  ]
}
