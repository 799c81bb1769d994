import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { startTerminal, type Terminal } from '../support/processes/terminal.ts'
import type { Fall } from './campaign.ts'
import { soakKeys } from './soakCore.ts'
import { loggedBugs } from './storedState.ts'

/** Starts a verb as the user who runs the campaign, with keys of its own and no keychain. */
export const startVerb = (home: string, args: readonly string[]): Terminal => {
  // By the home of the user a later run knows which partial files are its own.
  const terminal = startTerminal(home, args, { env: { ...soakKeys, HOME: homedir() } })
  void terminal.firstLine.catch(() => undefined)
  return terminal
}

export const endOf = async (terminal: Terminal, args: readonly string[], deadlineMs: number) => {
  let isHung = false
  const deadline = setTimeout(() => {
    isHung = true
    terminal.child.kill('SIGKILL')
  }, deadlineMs)
  const { code, stdout, stderr } = await terminal.ended
  clearTimeout(deadline)
  /** The last bug that its data folder's log notes. */
  const bug = stdout.includes('"internal"') ? (loggedBugs(args[args.indexOf('--data') + 1] ?? '').at(-1) ?? '') : ''
  return { words: args.slice(0, 2).join(' '), code, stdout, stderr, isHung, bug }
}

export type VerbEnd = Awaited<ReturnType<typeof endOf>>

/** The most memory that a process ever had; 0 where that is not known. */
export const peakMb = (pid: number | undefined): number => {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}

export type Answer = { readonly ok: boolean; readonly value?: unknown; readonly error?: { readonly kind: string } }
export type Caller = (operation: string, input: unknown, withinMs?: number) => Promise<Answer>

/** Calls the operations of a browser face as its page does, once it has said where it is; null when it has ended before. */
export const callerOf = async ({ firstLine }: Terminal): Promise<Caller | null> => {
  const line = await firstLine.catch(() => null)
  if (line === null) return null
  const { url, token } = JSON.parse(line) as { readonly url: string; readonly token: string }
  return async (operation, input, withinMs = 30_000) => {
    const reply = await fetch(`${new URL(url).origin}/api/${operation}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(withinMs),
    })
    return (await reply.json()) as Answer
  }
}

export const runVerb = async (home: string, args: readonly string[], deadlineMs = 45_000): Promise<VerbEnd> =>
  endOf(startVerb(home, args), args, deadlineMs)

export const hasStack = (text: string): boolean => /^\s+at .+:\d+:\d+\)?$/m.test(text)

export const findVerbFaults = ({ words, code, stdout, stderr, isHung, bug }: VerbEnd): readonly Fall[] => {
  const [verb = ''] = words.split(' ')
  const said = `${stdout.slice(0, 400)} ${stderr.slice(0, 1_200)}`
  const fault = (what: string, detail = said): readonly Fall[] => [{ what: `${verb} ${what}`, detail }]
  if (isHung) return fault('hangs')
  if (code === null || code < 0 || code > 5) return fault(`ends with ${code}`)
  if (hasStack(stderr)) return fault('prints a stack trace')
  if (/"kind":"internal"/.test(stdout)) return fault('answers internal', `${said} ${bug.slice(0, 1_500)}`)
  if (code !== 0 && code !== 1 && !isJson(stdout)) return fault('fails without a JSON error', `${code} ${said}`)
  return []
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text.trim().split('\n').at(-1) ?? '')
    return true
  } catch {
    return false
  }
}
