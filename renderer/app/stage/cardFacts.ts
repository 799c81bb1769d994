import type { PersonCard, Placing } from '../../../preload/contract/results.ts'
import type { ColumnRole } from '../../../preload/contract/roles.ts'
import type { Translate } from '../../text/text.ts'
import { cellText } from './cellText.ts'

/** The cell of the first column with the role; '' without one. */
export const roleText = ({ columns, row }: Pick<PersonCard, 'columns' | 'row'>, role: ColumnRole): string => {
  const index = columns.findIndex((column) => column.role === role)
  return index < 0 ? '' : cellText(row.cells[index] ?? null).trim()
}

const shown: readonly ColumnRole[] = ['club', 'team', 'city', 'region', 'country', 'ageGroup']

/** City, country, club and team, each once. */
export const factsOf = (card: Pick<PersonCard, 'columns' | 'row'>): readonly string[] => [
  ...new Set(shown.map((role) => roleText(card, role)).filter((text) => text !== '' && text !== '-')),
]

/** The placing in the category of the opened card. */
export const placingHere = ({ placings, row }: PersonCard): PersonCard['placings'][number] | undefined =>
  placings.find(({ category, index }) => category === row.category && index === row.index)

/** Place and result as text for paper and messages; neither for DSQ and DNF. */
export const placingTexts = (
  { place, finishers, status, result }: Placing,
  t: Translate,
): { readonly place: string; readonly result: string } => {
  if (status === 'DSQ' || status === 'DNF' || status === 'DNS') return { place: t(`finisher.${status}`), result: '' }
  return { place: place === null ? t(`finisher.${status}`) : t('slip.place', { place, rows: finishers }), result }
}
