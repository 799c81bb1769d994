import { fold } from '../fold.ts'
import { nameWords, squash } from './nameWords.ts'

/** What a column of yes and no says of a finisher. */
export type Flag = 'started' | 'finished' | 'on course' | 'DNF' | 'DNS' | 'DSQ'

const names: readonly (readonly [Flag, string])[] = [
  ['started', 'isonstart onstart isstarted hasstarted started isstart стартовал настарте gestartet istgestartet'],
  ['finished', 'isfinished hasfinished finished isfinish isfinisher finisher финишировал финиш imziel isinfinish'],
  ['on course', 'isoncourse oncourse isrunning running isontrack ontrack inrace isinrace надистанции'],
  ['DNF', 'isdnf dnf didnotfinish isretired retired hasretired withdrawn iswithdrawn сошел сход'],
  ['DNS', 'isdns dns didnotstart'],
  ['DSQ', 'isdsq dsq isdq dq isdisqualified disqualified дисквалифицирован дисквалификация'],
]

const flagByName: ReadonlyMap<string, Flag> = new Map(
  names.flatMap(([flag, list]) => list.split(' ').map((name) => [name, flag] as const)),
)

/** By the last part of a column's name; null for names that say nothing of the kind. */
export const flagOfName = (name: string): Flag | null =>
  flagByName.get(squash(nameWords(name.slice(name.lastIndexOf('.') + 1)))) ?? null

const yes = new Set(['true', 't', 'yes', 'y', '1', 'да', 'ja', 'oui', 'si', 'kylla', '+', 'x'])
const no = new Set(['false', 'f', 'no', 'n', '0', 'нет', 'nein', 'non', 'ei'])

/** Yes or no as services write it: true, "T", "Y", 1, "да"; null for anything else. */
export const flagValue = (cell: unknown): boolean | null => {
  if (typeof cell === 'boolean') return cell
  if (cell === 1) return true
  if (cell === 0) return false
  if (typeof cell !== 'string' || cell.length > 6) return null
  const word = fold(cell).trim()
  return yes.has(word) ? true : no.has(word) ? false : null
}
