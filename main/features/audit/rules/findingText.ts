import type { AuditFinding, AuditRule } from '../../../../preload/contract/audit.ts'

type Says = (word: string) => string

const sentences: { readonly [rule in AuditRule]: (says: Says) => string } = {
  'place-order': (says) =>
    `place ${says('place')} with ${says('time')}, but place ${says('otherPlace')} with ${says('otherTime')}`,
  'same-time': (says) => `the same time ${says('time')} with places ${says('otherPlace')} and ${says('place')}`,
  'same-place': (says) => `place ${says('place')} with two times, ${says('otherTime')} and ${says('time')}`,
  'place-holes': (says) =>
    says('from') === says('to')
      ? `place ${says('place')} follows, but nobody has place ${says('from')}`
      : `place ${says('place')} follows, but nobody has places ${says('from')} to ${says('to')}`,
  gap: (says) => `gap ${says('gap')} with ${says('time')}, while the leader has ${says('leaderTime')}`,
  'duplicate-bib': (says) =>
    `the bib stands on two rows of the category: ${says('otherName') || 'no name'} and ${says('name') || 'no name'}`,
  'bib-two-times': (says) => `${says('time')} here, but ${says('otherTime')} in ${says('otherCategory')}`,
  'bib-two-names': (says) =>
    `${says('name') || 'no name'} here, but ${says('otherName') || 'no name'} in ${says('otherCategory')}`,
  'age-group': (says) => `age ${says('age')} in the group ${says('group')}`,
  'sex-group': (says) => `sex ${says('sex')} in the group ${says('group')}`,
  'no-time': (says) => (says('place') === '' ? 'a finisher without a time' : `place ${says('place')} without a time`),
  'no-place': (says) => `time ${says('time')} without a place`,
  'status-with-place': (says) => `${says('status')} with place ${says('place')}`,
  'no-bib': () => 'no bib',
  'no-name': () => 'no name',
  'laps-backwards': (says) =>
    `${says('point') || 'the finish'} at ${says('time')}, but ${says('otherPoint')} before it at ${says('otherTime')}`,
  'impossible-time': (says) =>
    says('km') === ''
      ? `the time ${says('time')}, where ${says('usual')} is usual`
      : `${says('km')} km in ${says('time')}, which nobody can do`,
  'unit-disagrees': (says) => {
    if (says('columns') !== '') {
      return `the unit of “${says('columns')}” is not known: nothing is handed over until someone says which, as in columns --set "${says('example')}"`
    }
    if (says('point') !== '') {
      return `${says('point')} at ${says('time')}, but the finish at ${says('otherTime')}: one of them is in another unit`
    }
    const rows = says('rows') === '' ? '' : `in ${says('rows')} rows, such as this one: `
    return `${rows}${says('time')} and ${says('otherTime')} are not in the same unit`
  },
  'laps-sum': (says) => `the laps add up to ${says('sum')}, the time is ${says('time')}`,
  'lap-outlier': (says) => `${says('point')} took ${says('time')}, where ${says('usual')} is usual`,
}

/** One sentence in English on what contradicts what. */
export const findingText = ({ rule, says }: AuditFinding): string => sentences[rule]((word) => String(says[word] ?? ''))
