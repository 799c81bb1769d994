import type { Job } from '../../preload/contract/jobs.ts'
import type { ShellTexts } from './shellTexts.ts'

export type Question = {
  readonly type: 'question'
  readonly message: string
  readonly detail: string
  readonly buttons: string[]
  /** The safe answer has the focus and is what Esc means. */
  readonly defaultId: 0
  readonly cancelId: 0
  readonly noLink: true
}

/** Asked before the app quits while work is under way; null when nothing would be cut short. Button 1 means: quit. */
/** The question while the page hangs. Button 1: reload. */
export const hangQuestion = (texts: ShellTexts): Question => ({
  type: 'question',
  message: texts.hangs,
  detail: texts.hangsEffect,
  buttons: [texts.wait, texts.reload],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
})

export function quitQuestion(jobs: readonly Job[], texts: ShellTexts): Question | null {
  const running = jobs.filter(({ state }) => state === 'running')
  if (running.length === 0) return null
  return {
    type: 'question',
    message: texts.quitWhileRunning,
    detail: `${running.map(({ title }) => `• ${title}`).join('\n')}\n\n${texts.quitEffect}`,
    buttons: [texts.keepRunning, texts.quit],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
}

const crashLimit = 3
const crashSpanMs = 60_000

/** Whether a page that crashed is loaded again: one that crashes over and over would only flicker. Times in milliseconds. */
export const isWorthReloading = (crashedAtMs: readonly number[], nowMs: number): boolean =>
  crashedAtMs.filter((at) => nowMs - at < crashSpanMs).length < crashLimit
