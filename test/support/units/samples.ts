import type { Change } from '../../../preload/contract/changes.ts'
import type { CategoryId, Instant, JobId, ProfileId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import type { Category, Stage } from '../../../preload/contract/stages.ts'
import type { WatchState } from '../../../preload/contract/watch.ts'

export const at = (minute: number): Instant => `2026-05-16T14:${String(minute).padStart(2, '0')}:00.000Z` as Instant

export const sampleChange = (fields: Partial<Change> = {}): Change => ({
  id: 1,
  at: at(0),
  type: 'result',
  category: '1' as CategoryId,
  distanceName: '10 km',
  categoryName: 'Men',
  bib: '214',
  name: 'Anna Orlova',
  before: null,
  after: '31:02',
  index: 0,
  headline: null,
  ...fields,
})

export const sampleJob = (fields: Partial<Job> = {}): Job => ({
  id: 'j1' as JobId,
  kind: 'take',
  stage: 's1' as StageGuid,
  title: 'Spring',
  state: 'done',
  done: 24,
  total: 24,
  failed: 0,
  startedAt: at(1),
  finishedAt: null,
  error: null,
  file: null,
  ...fields,
})

export const sampleStage = (fields: Partial<Stage> = {}): Stage => ({
  guid: 's1' as StageGuid,
  name: 'Spring',
  isNamed: true,
  profileId: 'p1' as ProfileId,
  profileName: 'League',
  distances: 2,
  categories: 3,
  rows: 30,
  problems: 0,
  confirmedAt: at(5),
  addedAt: at(0),
  ...fields,
})

export const sampleWatch = (fields: Partial<WatchState> = {}): WatchState => ({
  everyS: 30,
  categories: null,
  budgetMbPerHour: 200,
  usedBytesLastHour: 0,
  lastPollAt: at(1),
  nextPollAt: at(2),
  phase: 'waiting',
  error: null,
  changedLastPoll: 0,
  rounds: 1,
  ...fields,
})

export const sampleCategory = (fields: Partial<Category> = {}): Category => ({
  id: '1' as CategoryId,
  guid: 'm',
  name: 'M',
  rows: 10,
  fetchedAt: at(1),
  checkedAt: at(5),
  confirmedAt: at(5),
  outcome: 'done',
  error: null,
  incomplete: null,
  hasBody: true,
  isListed: true,
  ...fields,
})

export const sampleProfile = (fields: Partial<Profile> = {}): Profile => ({
  id: 'p1' as ProfileId,
  name: 'Club',
  kind: 'saved',
  baseUrl: 'https://api.example',
  resultsUrl: 'https://results.example',
  accessHeader: 'X-Access-Key',
  resultsHeader: 'SERVICE-API-KEY',
  extraHeaders: [],
  ...fields,
})
