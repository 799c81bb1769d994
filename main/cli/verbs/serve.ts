import { join } from 'node:path'
import type { Result } from '../../../preload/contract/result.ts'
import type { Gate } from '../../gate/gate.ts'
import { createDownloads } from '../../serve/downloads.ts'
import { createPreviews, createPrints } from '../../serve/previews.ts'
import type { Misuse } from '../../serve/routes.ts'
import { createScreenHost } from '../../serve/screens/screenHost.ts'
import { startServer, type Server } from '../../serve/server.ts'
import { createDemo } from '../../demo/embeddedDemo.ts'
import { invalid, readInteger, renameIssues } from '../commandLine.ts'
import { liveOptions, readLive } from './demoService.ts'
import { jsonText, plain } from '../words/plain.ts'
import { withCore } from '../session.ts'
import { listenForStop, untilAborted } from '../stopRequest.ts'
import type { Context, Verb } from '../verb.ts'

/** Makes the demo profile and starts downloading its stage in the background; a live one is then watched. */
const startDemo = async (gate: Gate, isLive: boolean): Promise<Result<null>> => {
  const profile = await gate.call('profile:save', { demo: true })
  if (!profile.ok) return profile
  const stages = await gate.call('stage:list', {})
  if (!stages.ok) return stages
  for (const { guid, profileId } of stages.value) {
    if (profileId !== profile.value.id) continue
    const take = await gate.call('stage:take', { stage: guid })
    if (!take.ok) return take
    const watch = isLive ? await gate.call('stage:watch', { stage: guid, everyS: 5, budgetMbPerHour: 10_000 }) : take
    if (!watch.ok) return watch
  }
  return { ok: true, value: null }
}

/** `openUrl` opens the app once, within a minute: the address for the arguments of a program. */
const answerText = ({ isJson, dataDir }: Context, { url, token, openUrl }: Server): string =>
  isJson
    ? `${jsonText({ url, token, dataDir, openUrl: openUrl() })}\n`
    : `Racedesk is open at ${url}\nData folder: ${plain(dataDir)} · end with Ctrl+C\n`

const misuseTexts: { readonly [K in Misuse]: string } = {
  'used-again':
    'The one-time link was used a second time. If your browser says that the link has already been used and you opened it only ' +
    'once, another program was first: stop Racedesk and start it again, so that all links change.\n',
  'other-user': 'Another user of this computer tried the one-time link and was refused.\n',
}

const serveGate = async (context: Context, gate: Gate, server: Server, stop: AbortSignal): Promise<Result<null>> => {
  const demo = context.line.has('demo') ? await startDemo(gate, context.line.has('live')) : null
  if (demo !== null && !demo.ok) return demo
  const printed = await context.output.print([answerText(context, server)])
  if (printed.ok) await untilAborted(stop)
  return printed
}

export const serveVerb: Verb = {
  words: 'serve',
  synopsis: '[--port N] [--demo [--live [--live-speed N]]]',
  summary: 'run the browser face on this computer until Ctrl+C or SIGTERM',
  options: { port: { type: 'string' }, demo: { type: 'boolean' }, ...liveOptions },
  positionals: [],
  run: async (context) => {
    const port = readInteger(context.line, 'port', { min: 0, max: 65_535 })
    if (!port.ok) return port
    const live = readLive(context.line)
    if (!live.ok) return live
    if (live.value.isLive === true && !context.line.has('demo')) return invalid('--live', 'needs --demo')
    const stop = listenForStop(context)
    const downloads = createDownloads({ folder: join(context.dataDir, 'downloads') })
    const previews = createPreviews()
    const prints = createPrints()
    const screenHost = createScreenHost({ rendererDir: context.rendererDir })
    const served = await withCore(
      context,
      { face: 'browser', delivery: downloads, previews, prints, screenHost, demo: createDemo(live.value) },
      async ({ gate, noteBug, warn }) => {
        // Log each kind once: any user of this computer can cause them at will.
        const told = new Set<Misuse>()
        const started = await startServer({
          gate,
          rendererDir: context.rendererDir,
          port: port.value ?? 0,
          tickets: downloads,
          previews,
          prints,
          bug: noteBug,
          onMisuse: (misuse) => {
            if (told.has(misuse)) return
            told.add(misuse)
            warn(misuse === 'used-again' ? 'oneTimeUsedAgain' : 'oneTimeOtherUser')
            void context.output.say(misuseTexts[misuse])
          },
        })
        if (!started.ok) {
          const isUnbuilt = started.error.kind === 'file' && started.error.reason === 'missing'
          if (isUnbuilt) await context.output.say('The pages are not built yet: run `npm run build`.\n')
          return renameIssues(started, { port: '--port' })
        }
        const ended = await serveGate(context, gate, started.value, stop.signal)
        await started.value.close()
        return ended
      },
    )
    await downloads.close()
    stop.dispose()
    return served.ok ? { ok: true, value: 0 } : served
  },
}
