import { readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { startTerminal, type Terminal } from '../support/processes/terminal.ts'
import type { Fall } from './campaign.ts'
import { soakKeys } from './soakCore.ts'

export type VerbEnd = {
  readonly words: string
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly isHung: boolean
  /** The last bug that its data folder's log notes. */
  readonly bug: string
}

/** Starts a verb as the user who runs the campaign, with keys of its own and no keychain. */
export const startVerb = (home: string, args: readonly string[]): Terminal => {
  // By the home of the user a later run knows which partial files are its own.
  const terminal = startTerminal(home, args, { env: { ...soakKeys, HOME: homedir() } })
  void terminal.firstLine.catch(() => undefined)
  return terminal
}

/** Waits for the end of a verb, and kills it when that does not come. */
export const endOf = async (terminal: Terminal, args: readonly string[], deadlineMs: number): Promise<VerbEnd> => {
  let isHung = false
  const deadline = setTimeout(() => {
    isHung = true
    terminal.child.kill('SIGKILL')
  }, deadlineMs)
  const { code, stdout, stderr } = await terminal.ended
  clearTimeout(deadline)
  const bug = stdout.includes('"internal"') ? lastBugOf(args[args.indexOf('--data') + 1] ?? '') : ''
  return { words: args.slice(0, 2).join(' '), code, stdout, stderr, isHung, bug }
}

const lastBugOf = (dataDir: string): string => {
  try {
    const logs = join(dataDir, 'logs')
    const lines = readdirSync(logs).flatMap((name) => readFileSync(join(logs, name), 'utf8').split('\n'))
    return lines.findLast((line) => line.includes('"level":"bug"')) ?? ''
  } catch {
    return ''
  }
}

export const runVerb = async (home: string, args: readonly string[], deadlineMs = 45_000): Promise<VerbEnd> =>
  endOf(startVerb(home, args), args, deadlineMs)

/** Finds faults that no verb may have, however bad the disk is. */
export const findVerbFaults = ({ words, code, stdout, stderr, isHung, bug }: VerbEnd): readonly Fall[] => {
  const [verb = ''] = words.split(' ')
  const said = `${stdout.slice(0, 400)} ${stderr.slice(0, 1_200)}`
  if (isHung) return [{ what: `${verb} hangs`, detail: said }]
  if (code === null || code < 0 || code > 5) return [{ what: `${verb} ends with ${code}`, detail: said }]
  if (/^\s+at .+:\d+:\d+\)?$/m.test(stderr)) return [{ what: `${verb} prints a stack trace`, detail: said }]
  if (/"kind":"internal"/.test(stdout))
    return [{ what: `${verb} answers internal`, detail: `${said} ${bug.slice(0, 1_500)}` }]
  if (code !== 0 && code !== 1 && !isJson(stdout))
    return [{ what: `${verb} fails without a JSON error`, detail: `${code} ${said}` }]
  return []
}

const isJson = (text: string): boolean => {
  try {
    const lines = text.trim().split('\n')
    JSON.parse(lines.at(-1) ?? '')
    return true
  } catch {
    return false
  }
}
