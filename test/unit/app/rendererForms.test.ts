import { expect, it } from 'vitest'
import type { Instant, ProfileId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { ProfileDraft } from '../../../preload/contract/organizations.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import { failedTake } from '../../../renderer/app/jobs/failedTake.ts'
import { isAddressMissing, isNoAddress, missingText } from '../../../renderer/app/problems/missing.ts'
import { dropChanges, keepChanges, unsavedChanges } from '../../../renderer/app/organization/profileDraft.ts'
import { setLanguage, translate } from '../../../renderer/text/text.ts'
import { startPageTexts } from '../../support/units/pageTexts.ts'
import { at, sampleJob, sampleStage } from '../../support/units/samples.ts'

startPageTexts()

const id = 'a' as ProfileId

it('what was changed of an organization and not saved outlives the form, by organization, and does not undo what was saved elsewhere meanwhile', () => {
  keepChanges(id, { baseUrl: 'https://new.example' })
  expect(unsavedChanges('b' as ProfileId)).toEqual({})
  expect(unsavedChanges(null)).toEqual({})
  const now: ProfileDraft = { id, name: 'A', baseUrl: 'https://old.example', resultsUrl: 'https://adopted.example' }
  expect({ ...now, ...unsavedChanges(id) }).toEqual({ ...now, baseUrl: 'https://new.example' })
  dropChanges(id)
  expect(unsavedChanges(id)).toEqual({})
})

it('what was changed of an organization and not saved has no key: extra headers are kept without their values', () => {
  keepChanges(id, { extraHeaders: [{ name: 'X-Tenant', service: 'main', value: 'secret-of-the-tenant' }] })
  expect(unsavedChanges(id)).toEqual({ extraHeaders: [{ name: 'X-Tenant', service: 'main' }] })
  dropChanges(id)
})

it('a form that cannot be sent names what is missing, and nothing when nothing is', () => {
  setLanguage('ru')
  const fields = ['Название', 'Основной адрес', 'Ключ доступа'].map((label, at) => ({ label, isMissing: at > 0 }))
  expect(missingText(fields, translate)).toBe('Осталось заполнить: Основной адрес, Ключ доступа')
  expect(missingText(fields.slice(0, 1), translate)).toBeNull()
})

it('an address that is still to be typed is missing, one that can never be one is wrong, all others go to the core', () => {
  expect(['', ' ', 'https://', ' https:// '].map(isAddressMissing)).not.toContain(false)
  expect(['не адрес', 'api', 'https:/x', 'ftp://a.example', 'a@b.example'].map(isNoAddress)).not.toContain(false)
  const others =
    '|https://|https://a.example| HTTPS://пример.example/v3/ |https://http://a.example|api.example.org|server:8080|http://[::1]:9/x'
  expect(others.split('|').filter(isNoAddress)).toEqual([])
})

const guid = '8c1d7a30-5b1e-4c55-9a61-2d8e5f704b13' as StageGuid
const stage = (confirmedAt: Instant | null) => sampleStage({ guid, confirmedAt })
const error: AppError = { kind: 'http', status: 404, message: '', bodyStart: '' }
const take = (minute: number, state: Job['state'], of = guid): Job =>
  sampleJob({
    stage: of,
    state,
    startedAt: at(minute),
    finishedAt: state === 'running' ? null : at(minute),
    error: state === 'failed' ? error : null,
  })

it('a take that brought nothing is shown for its stage until another download runs or succeeds, or a watch brings data', () => {
  const failed = take(2, 'failed')
  expect(failedTake([failed, take(1, 'done')], stage(null))).toBe(error)
  expect(failedTake([failed], stage(at(1)))).toBe(error)
  expect(failedTake([failed], stage(at(3)))).toBeNull()
  expect(failedTake([take(3, 'running'), failed], stage(null))).toBeNull()
  expect(failedTake([take(3, 'partial'), failed], stage(null))).toBeNull()
  expect(failedTake([take(3, 'failed', 'another' as StageGuid)], stage(null))).toBeNull()
})
