import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { PublishSettings, StagePublishing } from '../../../preload/contract/publish/publish.ts'
import { siteColumns, type SiteColumn } from '../../../preload/contract/publish/site.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import type { Core } from '../../core.ts'
import type { Gate } from '../../gate/gate.ts'
import { selectCategories } from '../categorySelection.ts'
import { invalid, readInteger, renameIssues } from '../commandLine.ts'
import { readProfileFlags, type ProfileFlags } from '../profileChoice.ts'
import { startWatch, tellTroubles } from '../renewing.ts'
import { runJob, type JobStart } from '../runJob.ts'
import { withCore } from '../session.ts'
import { listenForStop, untilAborted } from '../stopRequest.ts'
import { nameStage, readStored, sayUnnamed } from '../storedStage.ts'
import { profileOptions, profileSynopsis, type Context, type Verb } from '../verb.ts'
import { folderOf } from '../watchExport.ts'
import { jsonText, plain } from '../words/plain.ts'
import { sentenceOf } from '../words/sentence.ts'
import { readStage } from '../words/stageText.ts'

type Wanted = {
  readonly stage: StageGuid
  readonly flags: ProfileFlags
  /** Undefined: as it was published before. */
  readonly to: string | undefined
  readonly endpoint: string | undefined
  /** The fingerprint of an SSH host's key; undefined: the one that is known, or the first that is seen. */
  readonly hostKey: string | undefined
  readonly columns: readonly SiteColumn[] | undefined
  readonly watchS: number | undefined
  readonly isTakenDown: boolean
  readonly isTakingOver: boolean
}

const readColumns = (text: string | undefined): Result<readonly SiteColumn[] | undefined> => {
  if (text === undefined) return { ok: true, value: undefined }
  const names = text.split(',').map((name) => name.trim())
  const known = siteColumns.filter((column) => names.includes(column))
  const unknown = names.find((name) => name !== '' && !known.some((column) => column === name))
  if (unknown !== undefined) return invalid('--columns', `of: ${siteColumns.join(', ')}`)
  return { ok: true, value: known }
}

const readWanted = ({ line }: Context): Result<Wanted> => {
  const stage = readStage(line.positionals[0] ?? '')
  if (!stage.ok) return stage
  const flags = readProfileFlags(line)
  if (!flags.ok) return flags
  const watchS = readInteger(line, 'watch', { min: 1, max: 86_400 })
  if (!watchS.ok) return watchS
  const columns = readColumns(line.text('columns'))
  if (!columns.ok) return columns
  const isTakenDown = line.has('take-down')
  if (isTakenDown && watchS.value !== undefined) return invalid('--take-down', 'not with --watch')
  return {
    ok: true,
    value: {
      stage: stage.value,
      flags: flags.value,
      to: line.text('to'),
      endpoint: line.text('endpoint'),
      hostKey: line.text('host-key'),
      columns: columns.value,
      watchS: watchS.value,
      isTakenDown,
      isTakingOver: line.has('take-over'),
    },
  }
}

const isAddress = (to: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(to)

const chooseTarget = async (gate: Gate, wanted: Wanted): Promise<Result<StagePublishing>> => {
  const { stage, hostKey } = wanted
  const chosen = await choosePlace(gate, wanted)
  if (!chosen.ok || hostKey === undefined) return chosen
  if (chosen.value.target?.kind !== 'sftp') return invalid('--host-key', 'only with sftp://')
  return renameIssues(await gate.call('publish:trustHostKey', { stage, hostKey }), { hostKey: '--host-key' })
}

const choosePlace = async (gate: Gate, { stage, to, endpoint }: Wanted): Promise<Result<StagePublishing>> => {
  if (to === undefined) {
    const known = await gate.call('publish:read', { stage })
    if (!known.ok || known.value.target !== null) return known
    return { ok: false, error: { kind: 'publish-refused', reason: 'no-target' } }
  }
  if (isAddress(to)) {
    const chosen = await gate.call('publish:setTarget', { stage, address: to, endpoint: endpoint ?? null })
    return renameIssues(chosen, { address: '--to', endpoint: '--endpoint' })
  }
  const chosen = await gate.call('publish:chooseFolder', { stage })
  if (!chosen.ok) return chosen
  return chosen.value === null ? invalid('--to', 'a folder or an address') : { ok: true, value: chosen.value }
}

/** The settings that were saved before stay, but for what the command line names. */
const settingsOf = (
  { line }: Context,
  tree: StageTree,
  before: PublishSettings,
  columns: Wanted['columns'],
): Result<PublishSettings> => {
  const asked = line.texts('category')
  const categories = selectCategories(tree, asked)
  // A category may itself be called that.
  const areAll = !categories.ok && asked.length === 1 && asked[0] === 'all'
  if (!categories.ok && !areAll) return categories
  return {
    ok: true,
    value: {
      ...before,
      categories: categories.ok ? (categories.value ?? before.categories) : null,
      columns: columns ?? before.columns,
      isFinal: line.has('final'),
      readerUrl: line.text('url') ?? before.readerUrl,
    },
  }
}

/** Says once what stays at the place that was just left. */
const tellLeft = async ({ output }: Context, now: StagePublishing, before: StagePublishing): Promise<void> => {
  const { target } = before
  if (target === null || !now.left.some((place) => isDeepStrictEqual(place.target, target))) return
  const place = target.kind === 'folder' ? target.path : target.address
  const endpoint = target.kind === 's3' && target.endpoint !== null ? ` --endpoint ${target.endpoint}` : ''
  await output.say(
    `The website at ${plain(place)} stays there. To remove it: --take-down --to ${plain(place + endpoint)}\n`,
  )
}

const entryOf = ({ target, readerUrl }: StagePublishing): string => {
  if (target === null) return ''
  if (target.kind === 'folder') return join(target.path, 'index.html')
  return readerUrl ?? `${target.address.replace(/\/+$/, '')}/index.html`
}

const print = async ({ output, isJson }: Context, state: StagePublishing): Promise<Result<null>> => {
  const { published } = state
  if (published === null) return { ok: true, value: null }
  const { files, sent, sentBytes } = published
  const entry = entryOf(state)
  const text = `${files} files, ${sent} sent (${Math.ceil(sentBytes / 1_000)} kB)\n${plain(entry)}\n`
  return await output.print([isJson ? `${jsonText({ files, sent, sentBytes, entry })}\n` : text])
}

const finishJob = async (context: Context, gate: Gate, start: JobStart): Promise<Result<Job>> => {
  let told = ''
  const job = await runJob(context, gate, start, ({ retry }) => {
    if (retry === undefined || retry === null || retry.at === told) return
    told = retry.at
    void context.output.say(`Not published yet, tried again at ${retry.at}: ${plain(sentenceOf(retry.error))}\n`)
  })
  if (!job.ok) return job
  if (job.value.error !== null) return { ok: false, error: job.value.error }
  return job.value.state === 'cancelled' ? { ok: false, error: { kind: 'cancelled' } } : job
}

/** Prints each publishing that follows, and says on stderr what fails, until the user asks to stop or takes the site down. */
const follow = async (context: Context, gate: Gate, stage: StageGuid, stop: AbortSignal): Promise<Result<null>> => {
  const first = await gate.call('publish:read', { stage })
  if (!first.ok) return first
  let printedAt = first.value.published?.at ?? null
  let told = ''
  const takenDown = new AbortController()
  let reporting: Promise<Result<null>> = Promise.resolve({ ok: true, value: null })
  const report = async (): Promise<Result<null>> => {
    const state = await gate.call('publish:read', { stage })
    if (!state.ok) return state
    if (state.value.follow === null) takenDown.abort()
    const error = state.value.follow?.error ?? null
    const text = error === null ? '' : sentenceOf(error)
    if (text !== told && text !== '') void context.output.say(`Not published: ${plain(text)}\n`)
    told = text
    if (state.value.published?.at === printedAt) return { ok: true, value: null }
    printedAt = state.value.published?.at ?? null
    return await print(context, state.value)
  }
  const stopTelling = await tellTroubles(context, gate, stage)
  const stopListening = gate.listen((event) => {
    if (event.name !== 'publish:changed' || event.data.stage !== stage) return
    reporting = reporting.then((reported) => (reported.ok ? report() : reported))
  })
  const followed = await gate.call('publish:follow', { stage, isOn: true })
  if (followed.ok) await untilAborted(AbortSignal.any([stop, takenDown.signal]))
  stopListening()
  stopTelling()
  return followed.ok ? await reporting : followed
}

const publish = async (context: Context, core: Core, wanted: Wanted, stop: AbortSignal): Promise<Result<null>> => {
  const { gate } = core
  const { stage, isTakenDown, isTakingOver, columns, watchS } = wanted
  if (isTakenDown) {
    const target = await chooseTarget(gate, wanted)
    if (!target.ok) return target
    const done = await finishJob(context, gate, () => gate.call('publish:takeDown', { stage }))
    if (!done.ok) return done
    const entry = entryOf(target.value)
    const removed = done.value.total
    const text = `${removed === 0 ? 'Nothing is published there' : 'Taken down'}: ${plain(entry)}\n`
    return await context.output.print([context.isJson ? `${jsonText({ entry, removed })}\n` : text])
  }
  const named = await nameStage(context, gate, stage)
  if (!named.ok) return named
  const tree = await readStored(gate, stage)
  if (!tree.ok) return tree
  await sayUnnamed(context, tree.value.stage)
  const before = await gate.call('publish:read', { stage })
  if (!before.ok) return before
  const target = await chooseTarget(gate, wanted)
  if (!target.ok) return target
  const settings = settingsOf(context, tree.value, target.value.settings, columns)
  if (!settings.ok) return settings
  await tellLeft(context, target.value, before.value)
  const saved = await gate.call('publish:save', { stage, settings: settings.value })
  if (!saved.ok) return renameIssues(saved, { 'settings.readerUrl': '--url' })
  if (settings.value.columns.some((column) => column === 'birthYear' || column === 'birthDate')) {
    await context.output.say('Everybody on the internet will see when these people were born.\n')
  }
  const start = () => gate.call('publish:start', { stage, ...(isTakingOver ? { isTakingOver } : {}) })
  const done = await finishJob(context, gate, start)
  if (!done.ok) return done
  const state = await gate.call('publish:read', { stage })
  if (!state.ok) return state
  const printed = await print(context, state.value)
  return printed.ok && watchS !== undefined ? await follow(context, gate, stage, stop) : printed
}

export const publishVerb: Verb = {
  words: 'publish',
  synopsis: `STAGE --to FOLDER|s3://BUCKET/PREFIX|sftp://[USER@]HOST/PATH|davs://[USER@]HOST/PATH [--endpoint URL] [--host-key FINGERPRINT] [--category all|NAME]… [--columns NAMES] [--final] [--title TEXT] [--url URL] [--take-over] [--watch S] [--take-down] ${profileSynopsis}`,
  summary: 'publish the results as a website on a host of your own',
  options: {
    ...profileOptions,
    to: { type: 'string' },
    endpoint: { type: 'string' },
    'host-key': { type: 'string' },
    category: { type: 'string', multiple: true },
    columns: { type: 'string' },
    final: { type: 'boolean' },
    title: { type: 'string' },
    url: { type: 'string' },
    watch: { type: 'string' },
    'take-over': { type: 'boolean' },
    'take-down': { type: 'boolean' },
  },
  positionals: ['STAGE'],
  run: async (context) => {
    const wanted = readWanted(context)
    if (!wanted.ok) return wanted
    const { to, flags } = wanted.value
    const { unsaved } = flags
    const folder = to === undefined || isAddress(to) ? null : resolve(context.cwd, to)
    const stop = listenForStop(context)
    try {
      const published = await withCore(
        context,
        {
          ...(wanted.value.watchS === undefined ? {} : { staysOpen: true }),
          ...(folder === null ? {} : { chooseFolder: folderOf({ folder }) }),
          ...(unsaved === undefined ? {} : { unsaved }),
        },
        async (core) => {
          const watched = await startWatch(context, core, wanted.value)
          if (!watched.ok) return watched
          return await publish(context, core, wanted.value, stop.signal)
        },
      )
      return published.ok ? { ok: true, value: 0 } : published
    } finally {
      stop.dispose()
    }
  },
}
