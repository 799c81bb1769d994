import type { BlockTypeId, Guid, ProfileId, StageGuid } from '../../preload/contract/ids.ts'

export type SettingsSection = 'general' | 'network' | 'storage' | 'about' | 'new'

export type BlocksView = 'types' | 'changes' | 'years'

/** Tabs of a stage; `results` when the address has none. */
const STAGE_VIEWS = ['results', 'desk', 'changes', 'announcer', 'pictures', 'audit', 'columns'] as const
export type StageViewId = (typeof STAGE_VIEWS)[number]

/** The chapters of Help, in its order; each is a file of this name in every language. */
export const HELP_CHAPTERS = [
  'getting-started',
  'race-day',
  'formats',
  'watching',
  'stage-files',
  'networks',
  'keys-and-data',
  'faces',
] as const
export type HelpChapter = (typeof HELP_CHAPTERS)[number]

export type Route =
  | { readonly screen: 'stages' }
  | { readonly screen: 'stage'; readonly stage: StageGuid; readonly view?: StageViewId }
  /** `order`: the one that is open. */
  | { readonly screen: 'orders'; readonly order?: Guid }
  /** `type`: the one that is open. */
  | { readonly screen: 'blocks'; readonly view: BlocksView; readonly type?: BlockTypeId }
  | { readonly screen: 'promo'; readonly tab: 'compose' | 'receipts' }
  | { readonly screen: 'calls' }
  /** Without a chapter all of them. */
  | { readonly screen: 'help'; readonly chapter?: HelpChapter; readonly section?: string }
  | { readonly screen: 'settings'; readonly section: SettingsSection }
  | { readonly screen: 'settings'; readonly profile: ProfileId }

const isSection = (text: string): text is SettingsSection =>
  ['general', 'network', 'storage', 'about', 'new'].includes(text)

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** The fragment of an address, such as `#/stages/<guid>`; anything else is the list of stages. */
export const parseRoute = (hash: string): Route => {
  const [screen, first, second] = hash.replace(/^#\/?/, '').split('/').map(decode)
  if (screen === 'stages' && first !== undefined && first !== '') {
    const view = STAGE_VIEWS.find((known) => known === second && known !== 'results')
    return { screen: 'stage', stage: first as StageGuid, ...(view === undefined ? {} : { view }) }
  }
  if (screen === 'orders') {
    return first !== undefined && GUID.test(first) ? { screen, order: first as Guid } : { screen }
  }
  if (screen === 'blocks') {
    if (first === 'changes' || first === 'years') return { screen, view: first }
    const hasType = first === 'type' && second !== undefined && second !== ''
    return { screen, view: 'types', ...(hasType ? { type: second as BlockTypeId } : {}) }
  }
  if (screen === 'promo') return { screen, tab: first === 'receipts' ? first : 'compose' }
  if (screen === 'calls') return { screen }
  if (screen === 'help') {
    const chapter = HELP_CHAPTERS.find((known) => known === first)
    if (chapter === undefined) return { screen }
    return { screen, chapter, ...(second === undefined || second === '' ? {} : { section: second }) }
  }
  if (screen === 'settings') {
    if (first === 'profile' && second !== undefined && second !== '')
      return { screen: 'settings', profile: second as ProfileId }
    return { screen: 'settings', section: first !== undefined && isSection(first) ? first : 'general' }
  }
  return { screen: 'stages' }
}

export const formatRoute = (route: Route): string => {
  if (route.screen === 'stages') return '#/stages'
  if (route.screen === 'stage') {
    const view = route.view === undefined || route.view === 'results' ? '' : `/${route.view}`
    return `#/stages/${encodeURIComponent(route.stage)}${view}`
  }
  if (route.screen === 'orders') return route.order === undefined ? '#/orders' : `#/orders/${route.order}`
  if (route.screen === 'blocks') {
    if (route.view !== 'types') return `#/blocks/${route.view}`
    return route.type === undefined ? '#/blocks' : `#/blocks/type/${encodeURIComponent(route.type)}`
  }
  if (route.screen === 'promo') return route.tab === 'compose' ? '#/promo' : `#/promo/${route.tab}`
  if (route.screen === 'calls') return '#/calls'
  if (route.screen === 'help') {
    return ['#/help', route.chapter, route.section].filter((part) => part !== undefined).join('/')
  }
  return 'profile' in route ? `#/settings/profile/${encodeURIComponent(route.profile)}` : `#/settings/${route.section}`
}
