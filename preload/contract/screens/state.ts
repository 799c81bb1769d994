import type { Instant } from '../ids.ts'
import type { Finish, Podium, Status } from '../results.ts'

/**
 * The view of a screen. `rotation`: categories in turn · `category`: one of them · `last`: who finished last · `find`: a bib's result ·
 * `onTheWay`: who is expected at the finish · `crew`: search and tables for the crew's phones, behind a PIN.
 */
export type ScreenView = (typeof screenViews)[number]
export const screenViews = ['rotation', 'podium', 'last', 'category', 'find', 'announcer', 'onTheWay', 'crew'] as const

/** Columns that screens may show besides name, place and result. */
export type ScreenColumn = (typeof screenColumns)[number]
export const screenColumns = ['bib', 'club', 'team', 'city', 'region', 'country', 'birthYear'] as const

/** The server sends a screen its state whenever anything in it changes; the screen then asks for the content by name. */
export type ScreenState = {
  readonly name: string
  readonly view: ScreenView
  readonly language: 'en' | 'ru'
  readonly theme: 'dark' | 'light' | 'sunlight'
  /** `scroll`: lists move slowly in place of turning pages. */
  readonly motion: 'pages' | 'scroll'
  /** How long a page stays. */
  readonly seconds: number
  /** Lines of a page at most; null: as many as there is room for. */
  readonly rows: number | null
  /** The operator's message to the crowd; '' without one. */
  readonly message: string
  /** The operator ended the showing: there is no content until it begins again. */
  readonly isOver: boolean
  /** The screen keeps its contents, the page of a list, too. Without a content, it showed nothing that could be kept. */
  readonly isFrozen: boolean
  readonly stage: string
  readonly isFinal: boolean
  /** The laptop's clock as this was sent, since that of a television may be wrong. */
  readonly now: Instant
  /** When the oldest of the results shown was last confirmed by the service; null without results. */
  readonly confirmedAt: Instant | null
  /** `lost`: the service is polled and does not answer · `off`: nobody polls it. */
  readonly polling: 'live' | 'lost' | 'off'
  /** The name of a `ScreenContent`, which never changes; null for a view without one. */
  readonly content: string | null
  /** The name of the picture's content; null without one. */
  readonly logo: string | null
  /** Other origins at which the laptop may be found when this one does not answer. */
  readonly origins: readonly string[]
}

/** One person of a list; texts as received, '' without one. */
export type ScreenRow = {
  readonly place: number | null
  /** '' where bibs are not shown. */
  readonly bib: string
  readonly name: string
  /** Everything else of the columns chosen, such as club and city. */
  readonly about: string
  /** DSQ, DNF and DNS stand here in place of any time. */
  readonly result: string
  readonly status: Status
}

/** `club`: what was chosen of club, team and city. */
export type ScreenFinish = Omit<Finish, 'team' | 'city'>
export type ScreenPodium = Omit<Podium, 'rows'> & {
  readonly rows: readonly Omit<Podium['rows'][number], 'team' | 'city'>[]
}

/** Somebody who is on the course. */
export type Expected = {
  readonly bib: string
  readonly name: string
  readonly about: string
  readonly distance: string
  /** The last point passed, as the service calls it. */
  readonly point: string
  readonly dueAt: Instant
  /** Half of the finishers came within so many ms around their expected time. */
  readonly spreadMs: number
}

export type ScreenContent =
  /** `rows` without anyone: categories of which nobody has a result yet are left out. */
  | {
      readonly kind: 'lists'
      /** Of each list at most, from the first; null: all of them. */
      readonly pages: number | null
      readonly lists: readonly {
        readonly distance: string
        readonly category: string
        readonly content: string
        readonly rows: number
      }[]
    }
  | {
      readonly kind: 'list'
      readonly distance: string
      readonly category: string
      readonly rows: readonly ScreenRow[]
    }
  | { readonly kind: 'podiums'; readonly podiums: readonly ScreenPodium[] }
  | { readonly kind: 'expected'; readonly expected: readonly Expected[] }
  | { readonly kind: 'logo'; readonly dataUrl: string }
  | {
      readonly kind: 'finishes'
      readonly finishes: readonly ScreenFinish[]
      readonly podiums: readonly ScreenPodium[] | null
    }

/** A person's result, for people who look for their own. */
export type FoundResult = {
  readonly bib: string
  readonly name: string
  readonly about: string
  readonly result: string
  readonly status: Status
  readonly distance: string
  readonly placings: readonly { readonly category: string; readonly place: number | null; readonly finishers: number }[]
  readonly splits: readonly { readonly label: string; readonly totalMs: number }[]
  /** Nobody has the words asked for; this person has similar ones. */
  readonly isSimilar?: true
}
