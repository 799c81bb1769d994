import type { Question } from './leaving.ts'
import type { ShellTexts } from './shellTexts.ts'

const shownSubjects = 10

/** Asked by the system and not by the page, which could otherwise add an authority by itself. Button 1 means: trust. */
export const trustQuestion = (subjects: readonly string[], texts: ShellTexts): Question => ({
  type: 'question',
  message: texts.trustQuestion,
  detail: [
    ...subjects.slice(0, shownSubjects).map((subject) => `• ${subject}`),
    ...(subjects.length > shownSubjects ? [`… +${subjects.length - shownSubjects}`] : []),
    '',
    texts.trustEffect,
  ].join('\n'),
  buttons: [texts.cancel, texts.trust],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
})
