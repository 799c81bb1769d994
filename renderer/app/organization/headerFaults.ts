import type { ProfileDraft } from '../../../preload/contract/organizations.ts'
import { headerNameFault } from '../../../preload/shared/keyLike.ts'
import type { Problem } from '../../api.ts'
import { refusalOf } from '../problems/issues.ts'

const nameFault = (name: string | undefined, problem: Problem | null, at: string) => {
  const fault = name === undefined || name === '' ? null : headerNameFault(name)
  if (fault !== null) return fault === 'key' ? 'form.key' : 'profile.header.refused'
  return refusalOf(problem, at, 'profile.header.refused')
}

/** Texts of the fields under "Advanced": by the core's rule for header names as they are typed, and as the core refused them. */
export const headerFaults = (draft: ProfileDraft, problem: Problem | null) => {
  const names = [draft.accessHeader, draft.resultsHeader, ...(draft.extraHeaders ?? []).map(({ name }) => name)]
  const faults = {
    resultsUrl: refusalOf(problem, 'profile.resultsUrl', 'connect.url.invalid'),
    accessHeader: nameFault(draft.accessHeader, problem, 'profile.accessHeader'),
    resultsHeader: nameFault(draft.resultsHeader, problem, 'profile.resultsHeader'),
    extra: (draft.extraHeaders ?? []).map(({ name }, at) => ({
      name: nameFault(name, problem, `profile.extraHeaders.${at}.name`),
      value: refusalOf(problem, `profile.extraHeaders.${at}.value`, 'profile.extraHeaders.value.refused'),
    })),
  }
  const { extra, ...single } = faults
  const all = [...Object.values(single), ...extra.flatMap(({ name, value }) => [name, value])]
  return {
    ...faults,
    isAtField: all.some((fault) => fault !== null),
    /** The core would refuse the form. */
    isRefused: names.some((name) => name !== undefined && name !== '' && headerNameFault(name) !== null),
  }
}

export type HeaderFaults = ReturnType<typeof headerFaults>
