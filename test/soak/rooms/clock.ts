import { join } from 'node:path'
import type { CategoryId, Instant, StageGuid } from '../../../preload/contract/ids.ts'
import { guidOf, integerBetween, pick, type Random } from '../../../main/demo/random.ts'
import { ingest } from '../../../main/features/replies/ingest.ts'
import { rulesOfReading } from '../../../main/features/replies/rulesOfReading.ts'
import { stageTables } from '../../../main/features/replies/stageTables.ts'
import { openDatabase } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import { deleteGivenUp, giveUpOld } from '../../../main/features/replies/bin.ts'
import { firstYoung, growOlder } from '../../../main/features/replies/dataAge.ts'
import { usualRetention } from '../../../main/features/storage/rules/retention.ts'
import { tidy } from '../../../main/features/storage/tidy.ts'
import { putEmptyDatabase } from '../../support/files/emptyDatabase.ts'
import { fetchedBody } from '../../support/files/replyDatabase.ts'
import { inEnvelope, runner } from '../../support/services/raceService.ts'
import { inFolders, type Campaign, type Fall } from '../campaign.ts'

const dayMs = 24 * 60 * 60_000
const at = (ms: number): Instant => new Date(ms).toISOString() as Instant

/** Days by which the clock is wrong for one session. */
const errors = [-3_650, -400, -31, -4, -1, -0.05, 0.05, 1, 4, 31, 400, 3_650, 36_500] as const
const days = [0.1, 0.5, 1, 2, 5, 20] as const
/** Bin and replies are kept for 30 days; a right clock is a session late at most. */
const surelyKeptMs = 27 * dayMs
const newestKept = 10
const quietSessions = 60

type Stage = { readonly guid: StageGuid; readonly category: CategoryId; removedMs: number | null; isWrongly: boolean }
type Reply = {
  readonly category: CategoryId
  readonly note: string
  readonly storedMs: number
  readonly isWrongly: boolean
}

const openHistory = (folder: string, random: Random) => {
  putEmptyDatabase(folder)
  const path = join(folder, 'racedesk.db')
  let nowMs = Date.parse('2026-05-16T12:00:00.000Z')
  const { database } = openDatabase(path, at(nowMs))
  database.run('PRAGMA synchronous = OFF')
  const tables = stageTables(database, path, rulesOfReading(database))
  const stages: Stage[] = []
  const replies: Reply[] = []
  let shown = nowMs

  const addStage = (): void => {
    const guid = guidOf('clock', String(stages.length)) as StageGuid
    database.run('INSERT INTO stages (guid, name, added_at) VALUES (?, ?, ?)', guid, 'Stage', at(shown))
    const id = database.run(
      `INSERT INTO categories (stage, distance_guid, distance_name, category_guid, category_name, url, position, is_listed)
       VALUES (?, 'd', '10 km', 'c', 'All', '', 0, 1)`,
      guid,
    )
    stages.push({ guid, category: String(id) as CategoryId, removedMs: null, isWrongly: false })
  }
  const store = ({ category }: Stage): void => {
    const note = `reply ${replies.length}`
    const body = inEnvelope([{ ...runner('All', 1), note }])
    ingest(database, [fetchedBody(category, body, { fetchedAt: at(shown), etag: note })])
    replies.push({ category, note, storedMs: nowMs, isWrongly: shown !== nowMs })
  }
  const poll = ({ category }: Stage): void => {
    ingest(database, [{ kind: 'unchanged', category, job: 'job' as never, at: at(shown) }])
  }
  /** As the upkeep's thread does, which takes too long to start for thousands of sessions. */
  const upkeep = (): void => {
    const ageMs = growOlder(database, shown)
    giveUpOld(database, ageMs)
    for (const _ of deleteGivenUp(database));
    for (const _ of tidy(database, usualRetention(firstYoung(database, ageMs))));
  }
  const isStored = ({ category, note }: Reply): boolean =>
    database.get('SELECT 1 FROM snapshots WHERE category = ? AND etag = ?', category, note) !== null
  const isBase = ({ note }: Reply): boolean =>
    database.get('SELECT 1 FROM snapshots s JOIN snapshots d ON d.base = s.id WHERE s.etag = ?', note) !== null

  return {
    upkeep,
    close: () => database.close(),
    pass: (ms: number, errorMs: number) => {
      nowMs += ms
      shown = nowMs + errorMs
    },
    act: (): void => {
      if (stages.length === 0 || (random() < 0.05 && stages.length < 6)) addStage()
      const stage = pick(random, stages as [Stage, ...Stage[]])
      const kind = random()
      if (stage.removedMs === null && kind < 0.65) store(stage)
      else if (stage.removedMs === null && kind < 0.8) poll(stage)
      else if (stage.removedMs === null) {
        tables.removeStage(stage.guid, at(shown))
        Object.assign(stage, { removedMs: nowMs, isWrongly: shown !== nowMs })
      } else if (kind < 0.3 && tables.restoreStage(stage.guid)) stage.removedMs = null
    },
    /** Gone, although a right clock would keep it. */
    findGone: (): readonly Fall[] => {
      const inBin = new Set(tables.removedStages().map(({ guid }) => guid))
      const shownStages = new Set(tables.stages().map(({ guid }) => guid))
      return stages.flatMap((stage): readonly Fall[] => {
        const { guid, category, removedMs } = stage
        const isKept = removedMs === null ? shownStages.has(guid) : inBin.has(guid)
        if (!isKept && removedMs !== null && nowMs - removedMs >= surelyKeptMs) return []
        if (!isKept) {
          const what = `a stage is gone too early${stage.isWrongly ? ', removed by a wrong clock' : ''}`
          return [
            { what, detail: removedMs === null ? 'never removed' : `removed ${(nowMs - removedMs) / dayMs} days ago` },
          ]
        }
        const own = replies.filter((reply) => reply.category === category)
        const gone = own.filter(
          (reply, index) =>
            (index >= own.length - newestKept || nowMs - reply.storedMs < surelyKeptMs) && !isStored(reply),
        )
        return gone.map(({ note, storedMs }) => ({
          what: 'a reply is gone too early',
          detail: `${note} of ${own.length}, stored ${(nowMs - storedMs) / dayMs} days ago`,
        }))
      })
    },
    /** Still there long after a right clock would have deleted it. */
    findLeft: (): readonly Fall[] => {
      const left = tables.removedStages()
      const old = stages.flatMap(({ category, removedMs }) =>
        removedMs === null ? replies.filter((reply) => reply.category === category).slice(0, -newestKept - 1) : [],
      )
      const stored = old.filter((reply) => isStored(reply) && !isBase(reply))
      return [
        ...left.map(({ removedAt }) => ({
          what: 'a removed stage is never deleted',
          detail: `${removedAt}, now ${at(nowMs)}`,
        })),
        ...(stored.length > 0
          ? [{ what: 'old replies are never deleted', detail: `${stored.length} of ${old.length}, now ${at(nowMs)}` }]
          : []),
      ]
    },
  }
}

/** Sessions of which one in three has a wrong clock, never two in a row; then four quiet months with a right one. */
const findHistoryFaults = (folder: string, random: Random): readonly Fall[] => {
  const history = openHistory(folder, random)
  const said: string[] = []
  try {
    let wasWrong = false
    for (let session = 0; session < 14; session += 1) {
      const error: number = session > 0 && !wasWrong && random() < 0.4 ? pick(random, errors) : 0
      wasWrong = error !== 0
      const gap = pick(random, days)
      history.pass(gap * dayMs, error * dayMs)
      said.push(`+${gap}${wasWrong ? ` wrong by ${error}` : ''}`)
      for (let acts = integerBetween(random, 1, 12); acts > 0; acts -= 1) {
        history.act()
        if (random() < 0.3) history.pass(0.02 * dayMs, error * dayMs)
      }
      history.upkeep()
      const gone = history.findGone()
      if (gone.length > 0) return gone.map(({ what, detail }) => ({ what, detail: `${detail} · ${said.join(', ')}` }))
    }
    for (let session = 0; session < quietSessions; session += 1) {
      history.pass(2 * dayMs, 0)
      history.upkeep()
    }
    return history.findLeft().map(({ what, detail }) => ({ what, detail: `${detail} · ${said.join(', ')}` }))
  } finally {
    history.close()
  }
}

export const clock: Campaign = inFolders('histories', 1, async (folder, random, soak) => {
  soak.tried()
  return findHistoryFaults(folder, random)
})
