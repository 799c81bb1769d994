import type { AuditFinding, AuditRule } from '../../../../preload/contract/audit.ts'

type Says = (word: string) => string

const sentences: { readonly [rule in AuditRule]: (says: Says) => string } = {
  'place-order': (says) =>
    `place ${says('place')} with ${says('time')}, but place ${says('otherPlace')} with ${says('otherTime')}`,
  'same-time': (says) => `time ${says('time')} with places ${says('otherPlace')} and ${says('place')}`,
  'same-place': (says) => `place ${says('place')} with ${says('otherTime')} and with ${says('time')}`,
  'place-holes': (says) =>
    says('from') === says('to')
      ? `place ${says('from')} missing before place ${says('place')}`
      : `places ${says('from')} to ${says('to')} missing before place ${says('place')}`,
  gap: (says) => {
    const gap = `gap ${says('gap')} with ${says('time')}; leader's time ${says('leaderTime')}`
    return says('rows') === ''
      ? gap
      : `gaps are ${says('late') || says('early')} too ${says('late') === '' ? 'short' : 'long'} in ${says('rows')} rows, such as: ${gap}`
  },
  'duplicate-bib': (says) =>
    `same bib in the category: ${says('otherName') || 'no name'} and ${says('name') || 'no name'}`,
  'bib-two-times': (says) => `${says('time')} here, but ${says('otherTime')} in ${says('otherCategory')}`,
  'bib-two-names': (says) =>
    `${says('name') || 'no name'} here, but ${says('otherName') || 'no name'} in ${says('otherCategory')}`,
  'age-group': (says) => `age ${says('age')} in group ${says('group')}`,
  'sex-group': (says) => `sex ${says('sex')} in group ${says('group')}`,
  'no-time': (says) => (says('place') === '' ? 'finished, no time' : `place ${says('place')}, no time`),
  'no-place': (says) => `${says('time')}, no place`,
  'status-with-place': (says) => `${says('status')} with place ${says('place')}`,
  'no-bib': () => 'no bib',
  'no-name': () => 'no name',
  'laps-backwards': (says) => {
    if (says('otherPoint') === '') {
      const shift = says('late') === '' ? `${says('early')} early` : `${says('late')} late`
      return `${says('point')} is about ${shift} in ${says('rows')} rows, such as ${says('time')} with finish ${says('otherTime')}`
    }
    const order = `${says('point') || 'finish'} ${says('time')}, but ${says('otherPoint')} before it ${says('otherTime')}`
    return says('rows') === '' ? order : `in ${says('rows')} rows, such as: ${order}`
  },
  'impossible-time': (says) => {
    if (says('km') === '') return `${says('time')}; usual: ${says('usual')}`
    return says('rows') === ''
      ? `${says('km')} km in ${says('time')} is impossible`
      : `${says('km')} km is impossible in ${says('rows')} rows, such as ${says('time')}. Check the unit and the meaning of the time column`
  },
  'unit-disagrees': (says) => {
    if (says('columns') !== '') {
      return `the unit of “${says('columns')}” is not known. Set it before exporting to a federation format: columns --set "${says('example')}"`
    }
    const rows = says('rows') === '' ? '' : `in ${says('rows')} rows, such as: `
    if (says('point') !== '') {
      return `${rows}${says('point')} ${says('time')}, finish ${says('otherTime')}: different units`
    }
    return `${rows}${says('time')} and ${says('otherTime')} have different units`
  },
  'laps-sum': (says) => `segments add up to ${says('sum')}, the time is ${says('time')}`,
  'lap-outlier': (says) => `${says('point')} took ${says('time')}; usual: ${says('usual')}`,
}

/** One issue as an English sentence. */
export const findingText = ({ rule, says }: AuditFinding): string => sentences[rule]((word) => String(says[word] ?? ''))
