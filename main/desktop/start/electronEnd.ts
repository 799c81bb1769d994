import { constants } from 'node:os'
import { dirname } from 'node:path'
import { rootRemedy, sandboxHelperOf, sandboxRemedy, type Obstacle } from './desktopObstacle.ts'

/** How Electron's process ended: a code or a signal, never both. */
export type ElectronEnd = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly ranMs: number
  /** The user asked it to end, by Ctrl-C or a signal that was passed on. */
  readonly wasAsked: boolean
  /** The last of its stderr. */
  readonly errors: string
}

export type Verdict =
  | { readonly kind: 'ended'; readonly exitCode: number }
  | { readonly kind: 'cannot-run'; readonly obstacle: Obstacle }
  | { readonly kind: 'crashed'; readonly exitCode: number; readonly how: string }

/** A crash within this time of the start means that the system cannot run Electron. */
const startMs = 10_000

/**
 * Signals by which Chromium ends itself or the processor ends it: base/immediate_crash.h traps (SIGTRAP, SIGILL), abort() and
 * bad memory. Other programs send the others.
 */
const crashSignals = ['SIGTRAP', 'SIGILL', 'SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGFPE', 'SIGSYS'] as const

/** A shell reports the signal of its program as 128 + its number. */
const signalsByShellCode = new Map([
  [132, 'SIGILL'],
  [133, 'SIGTRAP'],
  [134, 'SIGABRT'],
  [135, 'SIGBUS'],
  [139, 'SIGSEGV'],
])

/** From here on an exit code of Windows is an NTSTATUS error; other systems end at 255. */
const firstNtError = 0x80000000

const ntErrors = new Map([
  [0x80000003, 'breakpoint'],
  [0xc0000005, 'access violation'],
  [0xc000001d, 'illegal instruction'],
  [0xc000007b, 'one of its files is damaged'],
  [0xc0000135, 'a DLL is missing'],
  [0xc0000142, 'a DLL did not start'],
])

/** The loader, or a shell, could not run the program. */
const notRunCodes = new Map([
  [126, 'the program could not be started'],
  [127, 'the program or a library that it needs is missing'],
])

/** The signal or code of a crash, in words; null for any other end. */
function crashOf({ code, signal }: ElectronEnd): string | null {
  if (signal !== null) return crashSignals.some((known) => known === signal) ? signal : null
  if (code === null) return null
  if (code >= firstNtError) {
    const named = ntErrors.get(code)
    return `0x${code.toString(16).toUpperCase()}${named === undefined ? '' : `, ${named}`}`
  }
  return signalsByShellCode.get(code) ?? null
}

const longestReason = 160

/** One line without control characters, cut after its first sentence. */
const shorten = (text: string): string => {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  const sentence = /^.*?[.!?](?=\s|$)/u.exec(line)?.[0] ?? line
  return sentence.slice(0, longestReason).replace(/[.!?]+$/u, '')
}

/** The reason on stderr why Electron could not start: the loader's line, else the last one of Chromium's; null without one. */
export function findReason(errors: string): string | null {
  const lines = errors.split(/\r?\n/u)
  const loader = lines.findLast((line) => /error while loading shared libraries|Library not loaded/u.test(line))
  // ld.so: "PROGRAM: error while loading shared libraries: libnss3.so: cannot open shared object file: No such file…"
  if (loader !== undefined) return shorten(loader.replace(/^.*?(?=error while|Library not)/u, ''))
  const fatal = lines.findLast((line) => /[:[]FATAL:/u.test(line))
  if (fatal !== undefined) return shorten(fatal.replace(/^.*?FATAL:[^\]]*\]\s*/u, ''))
  const display = lines.findLast((line) =>
    /Missing X server|cannot open display|platform failed to initialize/iu.test(line),
  )
  return display === undefined ? null : shorten(display.replace(/^\[[^\]]*\]\s*/u, ''))
}

function remedyFor(reason: string | null, how: string, program: string): string {
  if (reason === null) {
    const isDamaged = /DLL|damaged/u.test(how)
    return isDamaged
      ? `Antivirus may have removed one of its files: delete ${dirname(program)} and start again.`
      : 'Start it again. If it fails every time, please report this line.'
  }
  const library = /lib[\w.+-]+\.(?:so|dylib)[\w.]*/u.exec(reason)?.[0]
  if (library !== undefined) return `Install the package that contains ${library}.`
  if (/as root/iu.test(reason)) return rootRemedy
  if (/sandbox|namespace/iu.test(reason)) return sandboxRemedy(sandboxHelperOf(program))
  if (/X server|display|platform failed/iu.test(reason)) return 'Start it from a desktop session.'
  return 'Please report it with the lines above.'
}

/** Decides what an end of Electron means; `program` is its path. */
export function judgeEnd(end: ElectronEnd, program: string): Verdict {
  const { code, signal, ranMs, wasAsked, errors } = end
  const exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
  const notRun = notRunCodes.get(code ?? 0)
  const how = notRun ?? crashOf(end)
  if (wasAsked || exitCode === 0) return { kind: 'ended', exitCode }
  const reason = findReason(errors)
  // Chromium also exits with 1 after reporting that there is no display.
  const isEarly = ranMs < startMs && (how !== null || (reason !== null && exitCode === 1))
  if (notRun !== undefined || isEarly) {
    const problem = `Electron is at ${program}, but this system cannot run it: ${reason ?? how}.`
    return { kind: 'cannot-run', obstacle: { problem, remedy: remedyFor(reason, how ?? '', program) } }
  }
  return how === null ? { kind: 'ended', exitCode } : { kind: 'crashed', exitCode, how }
}
