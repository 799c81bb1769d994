import type { Status } from '../../preload/contract.ts'
import { fold } from './fold.ts'

const words: readonly (readonly [Status, readonly string[]])[] = [
  ['OK', ['ok', 'finished', 'finish', 'финишировал', 'финишировала', 'финиш']],
  ['DNF', ['dnf', 'did not finish', 'сошел', 'сошла', 'сход', 'не финишировал', 'не финишировала']],
  ['DNS', ['dns', 'did not start', 'не стартовал', 'не стартовала', 'неявка']],
  ['DSQ', ['dsq', 'dq', 'disq', 'disqualified', 'дисквалификация', 'дисквалифицирован', 'дискв']],
  ['OTL', ['otl', 'over time limit', 'вне лимита', 'превышение лимита']],
  ['NC', ['nc', 'not classified', 'вк', 'в/к', 'вне конкурса', 'вне зачета']],
  ['on course', ['on course', 'started', 'running', 'на дистанции', 'на трассе']],
]

const statusByWord = new Map(words.flatMap(([status, list]) => list.map((word) => [word, status] as const)))

/** The status that a word of a results body stands for, whatever its case; null for words nobody knows. */
export const statusOfWord = (word: string): Status | null =>
  statusByWord.get(
    fold(word)
      .trim()
      .replace(/[.!]+$/, ''),
  ) ?? null
