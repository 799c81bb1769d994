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

/** People found in all stages, one line each: rows of a stage with the same bib and name are one person. */
export const peopleCommands = (rows: readonly FoundRow[], noName: string): readonly Command[] => {
  const people = new Map<string, Command>()
  for (const { stage, stageName, distanceName, category, index, bib, name } of rows) {
    const key = name === '' ? `${category} ${index}` : `${stage}\n${bib}\n${name}`
    if (people.has(key)) continue
    people.set(key, {
      value: `person:${key}`,
      label: [bib, name || noName].filter(Boolean).join(' '),
      where: [distanceName, stageName].filter(Boolean).join(' · '),
      effect: { kind: 'row', row: { stage, category, index } },
    })
  }
  return [...people.values()]
}
