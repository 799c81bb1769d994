import * as z from 'zod'
import { label, line } from '../bounds.ts'
import { categoryId, stageGuid, type Instant, type StageGuid } from '../ids.ts'
import { operation, type Parsed } from '../operation.ts'
import { screenColumns, screenViews } from './state.ts'

/** Given by whoever makes the screen; its address is made by main. */
export type ScreenId = Parsed<typeof screenId>
const screenId = () =>
  z
    .string()
    .regex(/^[\w-]{8,40}$/, 'letters, digits, _ and -, 8 to 40 of them')
    // Main keeps addresses by them.
    .refine((id) => !(id in {}), 'a name that every object has')

export type ScreenSettings = Parsed<typeof screenSettings>
const screenSettings = (text: typeof line = label) =>
  z.strictObject({
    id: screenId(),
    name: text(200).refine((typed) => typed.trim() !== '', 'not empty'),
    view: z.enum(screenViews),
    /** For the view `category`. */
    category: categoryId().nullable(),
    /** Those that take turns; null: all. For the view `rotation`. */
    categories: z.array(categoryId()).min(1).max(1_000).nullable(),
    language: z.enum(['en', 'ru']),
    theme: z.enum(['dark', 'light', 'sunlight']),
    motion: z.enum(['pages', 'scroll']),
    /** How long a page stays. */
    seconds: z.number().int().min(3).max(120),
    /** Lines of a page at most; null: as many as there is room for. */
    rows: z.number().int().min(1).max(100).nullable(),
    /** How long all categories in turn take at most, about; null: as long as they need. Layouts of earlier versions have none. */
    roundMinutes: z.number().int().min(1).max(120).nullable().default(null),
    /** '' without one. */
    message: text(200),
    /** The screen keeps its contents. */
    isFrozen: z.boolean(),
  })

/** The settings with which a screen begins. */
export const usualScreen = {
  category: null,
  categories: null,
  theme: 'dark',
  motion: 'pages',
  seconds: 10,
  rows: null,
  roundMinutes: 5,
  message: '',
  isFrozen: false,
} as const satisfies Partial<ScreenSettings>

/** The screens of a stage as the operator arranged them. */
export type ScreenLayout = Parsed<typeof screenLayout>
/** `text` is `line` for a stored layout, which no later rule may lose. */
export const screenLayout = (text: typeof line = label) =>
  z.strictObject({
    screens: z
      .array(screenSettings(text))
      .max(200)
      .refine((screens) => new Set(screens.map(({ id }) => id)).size === screens.length, 'two screens of one id')
      .refine(
        (screens) => new Set(screens.map((one) => one.name.trim())).size === screens.length,
        'two screens of one name',
      ),
    /** Columns that screens show besides name, place and result; the laptop sends no other column of a person, except to the crew. */
    columns: z.array(z.enum(screenColumns)).max(screenColumns.length),
    isFinal: z.boolean(),
    /** A picture as a data URL; null without one. */
    logo: z
      .string()
      .max(300_000)
      .regex(/^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/, 'a PNG, JPEG or WebP picture')
      .nullable(),
    /** The crew types it to see its view. */
    pin: z.string().regex(/^\d{6}$/, 'six digits'),
  })

/** A device that follows a screen. */
export type ScreenConnection = { readonly since: Instant; readonly from: string }

export type ScreenNetwork = {
  readonly address: string
  readonly netmask: string
  /** As the system calls the interface. */
  readonly network: string
}

/** `gone`: the network address went away · `moved`: the network gave another address, at which screens are served now. */
export type ScreensTrouble =
  | { readonly kind: 'gone'; readonly address: string; readonly at: Instant }
  | { readonly kind: 'moved'; readonly from: string; readonly to: string; readonly at: Instant }

/** The screens of a stage, as their operator sees them. */
export type StageScreens = {
  readonly layout: ScreenLayout
  /** False: nobody saved a layout, and this is the one to begin with. */
  readonly isArranged: boolean
  /** Where it was served last; null: never. */
  readonly lastAddress: string | null
  /** Null while nothing is shown to the network. */
  readonly served: {
    readonly address: string
    readonly port: number
    /** When a device of the network first opened any screen; null before. This computer does not count. */
    readonly reachedAt: Instant | null
    readonly trouble: ScreensTrouble | null
    readonly screens: readonly {
      readonly id: ScreenId
      /** A secret: anyone who has it may read the screen. */
      readonly url: string
      /** The same by the computer's name, which stays when its address does not; null where it has none. */
      readonly urlByName: string | null
      readonly connections: readonly ScreenConnection[]
    }[]
  } | null
  /** Addresses of this computer that other devices can reach, this computer's own one last. */
  readonly networks: readonly ScreenNetwork[]
}

export type ScreensEvents = {
  /** Screens were arranged, begun, ended, connected or lost. */
  readonly 'screens:changed': { readonly stage: StageGuid }
}

export const screensOperations = {
  /** `language`: that of the page, for the screen of a stage whose screens nobody arranged yet. */
  'screens:read': operation<StageScreens>()(() =>
    z.strictObject({ stage: stageGuid(), language: z.enum(['en', 'ru']).exactOptional() }),
  ),
  /** In place of the earlier layout; screens that are served show it at once. */
  'screens:save': operation<StageScreens>()(() => z.strictObject({ stage: stageGuid(), layout: screenLayout() })),
  /** `port`: whichever had been used before, or is free, without one. Screens keep their addresses as long as their layout has them. */
  'screens:start': operation<StageScreens>()(() =>
    z.strictObject({
      stage: stageGuid(),
      address: line(100),
      port: z.number().int().min(0).max(65_535).exactOptional(),
    }),
  ),
  /** Opens the screen in a window of the app, on another monitor where there is one. False in a face without windows. */
  'screens:open': operation<boolean>()(() => z.strictObject({ stage: stageGuid(), id: screenId() })),
  'screens:stop': operation<StageScreens>()(() => z.strictObject({ stage: stageGuid() })),
}
