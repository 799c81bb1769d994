import * as z from 'zod'
import { line } from '../../../../preload/contract/bounds.ts'
import {
  screenLayout,
  usualScreen,
  type ScreenLayout,
  type ScreenSettings,
} from '../../../../preload/contract/screens/layout.ts'
import type { HostedStage } from '../../../kernel/face.ts'
import type { StageGuid } from '../../../../preload/contract/ids.ts'

/** A layout with what screens need to find the laptop again. */
export type StoredScreens = {
  readonly layout: ScreenLayout
  /** By the id of the screen. Removed screens keep theirs, so that a removal can be undone. */
  readonly secrets: { readonly [id: string]: string }
  /** Where they were served last; null: never. */
  readonly place: { readonly address: string; readonly port: number } | null
  /** They are served again when the app begins. */
  readonly isOn: boolean
}

const stored = z.object({
  layout: screenLayout(line),
  secrets: z.record(z.string(), z.string().regex(/^[a-z2-9]{22}$/)),
  place: z.object({ address: z.string(), port: z.number() }).nullable(),
  isOn: z.boolean(),
})

/** Null for what another version of the app stored and this one cannot read. */
export const readStored = (value: unknown): StoredScreens | null => stored.safeParse(value).data ?? null

const mostSecrets = 1_000

/** In place of the earlier layout. Screens that it had keep their addresses; `makeSecret` gives those of new ones. */
export const withLayout = (
  before: StoredScreens | null,
  layout: ScreenLayout,
  makeSecret: () => string,
): StoredScreens => {
  const known = before?.secrets ?? {}
  const shown = layout.screens.map(({ id }) => [id, known[id] ?? makeSecret()] as const)
  const others = Object.entries(known).filter(([id]) => !layout.screens.some((screen) => screen.id === id))
  const secrets = Object.fromEntries([...others.slice(-mostSecrets + shown.length), ...shown])
  return { place: null, isOn: false, ...before, layout, secrets }
}

export const hostedOf = (stage: StageGuid, { layout, secrets }: StoredScreens): HostedStage => ({
  ...layout,
  stage,
  screens: layout.screens.flatMap((screen) => {
    const secret = secrets[screen.id]
    return secret === undefined ? [] : [{ ...screen, secret }]
  }),
})

/** Whether what the screen shows stays. The crew goes on working while the crowd waits. */
export const isHeld = ({ view, isFrozen }: Pick<ScreenSettings, 'view' | 'isFrozen'>): boolean =>
  isFrozen && view !== 'crew'

/** One screen with all categories in turn, for a stage whose screens nobody arranged yet. */
export const firstLayout = (language: 'en' | 'ru', id: string, pin: string): ScreenLayout => ({
  screens: [
    {
      id,
      name: language === 'ru' ? 'Табло' : 'Board',
      view: 'rotation',
      language,
      ...usualScreen,
    },
  ],
  columns: ['bib', 'club', 'team', 'city'],
  isFinal: false,
  logo: null,
  pin,
})
