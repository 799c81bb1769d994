import type { FoundRow } from '../../../preload/contract/results.ts'
import type { Command } from './commands.ts'

/** Whether every typed word occurs in what a command is called. */
export const isNamedBy = ({ label, also = '' }: Pick<Command, 'label' | 'also'>, typed: string): boolean => {
  const names = `${label} ${also}`.toLocaleLowerCase()
  return typed
    .toLocaleLowerCase()
    .split(/\s+/u)
    .every((word) => names.includes(word))
}

/** People found in all stages. */
export const peopleCommands = (rows: readonly FoundRow[], noName: string): readonly Command[] =>
  rows.map(({ stage, stageName, distanceName, category, index, bib, name }) => ({
    value: `person:${category} ${index}`,
    label: [bib, name || noName].filter(Boolean).join(' '),
    where: [distanceName, stageName].filter(Boolean).join(' · '),
    effect: { kind: 'row', row: { stage, category, index } },
  }))
