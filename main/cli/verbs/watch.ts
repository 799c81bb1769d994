import type { ChangesPage } from '../../../preload/contract/changes.ts'
import type { CategoryId, Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import type { Category } from '../../../preload/contract/stages.ts'
import type { WatchState } from '../../../preload/contract/watch.ts'
import type { Core } from '../../core.ts'
import type { Gate } from '../../gate/gate.ts'
import { waitInTime } from '../../kernel/clock.ts'
import { selectCategories } from '../categorySelection.ts'
import { readInteger } from '../commandLine.ts'
import { jsonText } from '../words/plain.ts'
import { chooseProfile, readProfileFlags, type ProfileFlags } from '../profileChoice.ts'
import { replyNotes } from '../words/replyWords.ts'
import { withCore } from '../session.ts'
import { listenForStop } from '../stopRequest.ts'
import { profileOptions, profileSynopsis, type Context, type Verb } from '../verb.ts'
import {
  followWithFiles,
  folderOf,
  readWatchExport,
  watchExportOptions,
  watchExportSynopsis,
  type WatchExport,
} from '../watchExport.ts'
import { changeLine, failingNow, failureLines, lineText, type Failing, type WatchLine } from '../watchLines.ts'

const changesAtOnce = 1_000

type Times = {
  readonly everyS: number | undefined
  readonly forS: number | undefined
  readonly budgetMb: number | undefined
}

const readTimes = ({ line }: Context): Result<Times> => {
  const everyS = readInteger(line, 'every', { min: 1, max: 86_400 })
  if (!everyS.ok) return everyS
  const forS = readInteger(line, 'for', { min: 0, max: 2_000_000 })
  if (!forS.ok) return forS
  const budgetMb = readInteger(line, 'budget', { min: 1, max: 1_000_000 })
  if (!budgetMb.ok) return budgetMb
  return { ok: true, value: { everyS: everyS.value, forS: forS.value, budgetMb: budgetMb.value } }
}

/** Prints what came since the last look: changes first, then what fails and what works again. */
const createReport = (context: Context, gate: Gate, stage: StageGuid, startId: number) => {
  let lastId = startId
  let failing: Failing = new Map()
  const shrunkAt = new Map<CategoryId, Instant>()
  const print = (lines: readonly WatchLine[]): Promise<Result<null>> =>
    context.output.print(lines.map((line) => (context.isJson ? `${jsonText(line)}\n` : lineText(line))))

  const reportChanges = async (): Promise<Result<null>> => {
    for (;;) {
      const page: Result<ChangesPage> = await gate.call('results:changes', {
        stage,
        afterId: lastId,
        offset: 0,
        limit: changesAtOnce,
      })
      if (!page.ok) return page
      const { changes } = page.value
      lastId = changes.reduce((last, { id }) => Math.max(last, id), lastId)
      const printed = await print(changes.filter(({ headline }) => headline === null).map(changeLine))
      if (!printed.ok || changes.length < changesAtOnce) return printed
    }
  }

  /** Replies that are not used have lines of their own. */
  const isNewlyShrunk = ({ id, shrunk, setAside }: Category): boolean => {
    if (shrunk === undefined || setAside !== undefined || shrunkAt.get(id) === shrunk.at) return false
    shrunkAt.set(id, shrunk.at)
    return true
  }

  return async (state: WatchState | null): Promise<Result<null>> => {
    const reported = await reportChanges()
    if (!reported.ok || state === null) return reported
    const tree = await gate.call('stage:tree', { stage })
    if (!tree.ok) return tree
    const now = failingNow(tree.value, state, failing)
    const lines = failureLines(failing, now, state.lastPollAt ?? (new Date().toISOString() as Instant))
    failing = now
    for (const note of replyNotes(tree.value, isNewlyShrunk)) await context.output.say(note)
    return await print(lines)
  }
}

/** The error that ends a watch, or null. */
const endingError = ({ phase, error }: WatchState, hasEnd: boolean): AppError | null =>
  phase === 'problem' && error !== null && (!hasEnd || error.kind === 'key-missing') ? error : null

const follow = async (
  context: Context,
  gate: Gate,
  stage: StageGuid,
  times: Times,
  stop: AbortSignal,
): Promise<Result<null>> => {
  const tree = await gate.call('stage:tree', { stage })
  if (!tree.ok) return tree
  const categories = selectCategories(tree.value, context.line.texts('category'))
  if (!categories.ok) return categories
  const before = await gate.call('results:changes', { stage, offset: 0, limit: 0 })
  if (!before.ok) return before
  const report = createReport(context, gate, stage, before.value.lastId)

  const { promise: over, resolve: end } = Promise.withResolvers<Result<null>>()
  let rounds = 0
  let reporting: Promise<Result<null>> = Promise.resolve({ ok: true, value: null })
  const reportNext = (state: WatchState | null): Promise<Result<null>> => {
    reporting = reporting.then((reported) => (reported.ok ? report(state) : reported))
    return reporting
  }
  const stopListening = gate.listen((event) => {
    if (event.name !== 'watch:changed' || event.data.stage !== stage) return
    const { state } = event.data
    if (state === null || (state.rounds === rounds && state.phase !== 'problem')) return
    rounds = state.rounds
    void reportNext(state).then((reported) => {
      const error = endingError(state, times.forS !== undefined)
      if (!reported.ok) end(reported)
      else if (error !== null) end({ ok: false, error })
    })
  })
  const stopped = (): void => end({ ok: true, value: null })
  const left = new AbortController()
  if (times.forS !== undefined) void (context.outside?.wait ?? waitInTime)(times.forS * 1000, left.signal).then(stopped)
  const keepingAlive = setInterval(() => undefined, 60_000)
  stop.addEventListener('abort', stopped, { once: true })
  if (stop.aborted) stopped()
  try {
    const started = await gate.call('stage:watch', {
      stage,
      ...(times.everyS === undefined ? {} : { everyS: times.everyS }),
      ...(times.budgetMb === undefined ? {} : { budgetMbPerHour: times.budgetMb }),
      ...(categories.value === undefined ? {} : { categories: categories.value }),
    })
    if (!started.ok) return started
    if (times.everyS !== undefined && started.value.everyS > times.everyS) {
      await context.output.say(`The service is polled every ${started.value.everyS} s, not more often.\n`)
    }
    const ended = await over
    await gate.call('stage:unwatch', { stage })
    // The changes that an aborted poll had stored are printed too.
    const told = await reportNext(null)
    return ended.ok ? told : ended
  } finally {
    left.abort()
    clearInterval(keepingAlive)
    stop.removeEventListener('abort', stopped)
    stopListening()
  }
}

const watchWith = async (
  context: Context,
  core: Core,
  flags: ProfileFlags,
  times: Times,
  files: WatchExport | null,
  stop: AbortSignal,
): Promise<Result<null>> => {
  const profile = await chooseProfile(core, flags)
  if (!profile.ok) return profile
  const text = context.line.positionals[0] ?? ''
  const stage = await core.gate.call('stage:add', { profileId: profile.value.id, text })
  if (!stage.ok) return stage
  const { guid } = stage.value
  const followed = files === null ? null : await followWithFiles(context, core.gate, guid, files)
  if (followed?.ok === false) return followed
  return await follow(context, core.gate, guid, times, stop)
}

export const watchVerb: Verb = {
  words: 'watch',
  synopsis: `STAGE ${profileSynopsis} [--every S] [--for S] [--category NAME|GUID|DISTANCE/NAME] [--budget MB] ${watchExportSynopsis}`,
  summary: 'poll a stage and print its changes, one per line, until Ctrl+C, SIGTERM or for S seconds',
  options: {
    ...profileOptions,
    every: { type: 'string' },
    for: { type: 'string' },
    budget: { type: 'string' },
    category: { type: 'string', multiple: true },
    ...watchExportOptions,
  },
  positionals: ['STAGE'],
  run: async (context) => {
    const flags = readProfileFlags(context.line)
    if (!flags.ok) return flags
    const times = readTimes(context)
    if (!times.ok) return times
    const files = readWatchExport(context)
    if (!files.ok) return files
    const session = {
      ...(flags.value.unsaved === undefined ? {} : { unsaved: flags.value.unsaved }),
      ...(files.value === null ? {} : { chooseFolder: folderOf(files.value) }),
    }
    const stop = listenForStop(context)
    try {
      const watched = await withCore(context, session, (core) =>
        watchWith(context, core, flags.value, times.value, files.value, stop.signal),
      )
      return watched.ok ? { ok: true, value: 0 } : watched
    } finally {
      stop.dispose()
    }
  },
}
