import { kmOfBareText, kmOfText } from '../cells/distances.ts'
import { nameWords, wordSet } from './nameWords.ts'

const finishWords = wordSet(
  'finish finishline fin final f ziel zieleinlauf meta czas total arrivee arrivo traguardo maali mal cil финиш фініш chegada bitis gesamt overall fullcourse latest aankomst eindtijd eindpunt cel finis targo sosire doel ゴール フィニッシュ 終点 終了 도착 피니시 完赛',
)
const besideWords = wordSet('the line time at point zeit split время full course and km cp kp no 1')

/** Names of the last point of a course: Finish, Ziel, Meta, "Full Course", or the length of a marathon. */
export const isFinishLabel = (label: string): boolean => {
  const km = kmOfText(label) ?? kmOfBareText(label)
  if (km !== null && Math.abs(km - 42.2) <= 0.06) return true
  const words = nameWords(label)
  if (words.length === 0 || words.length > 4) return false
  if (words.join(' ') === 'full course') return true
  return (
    words.some((word) => finishWords.has(word)) && words.every((word) => finishWords.has(word) || besideWords.has(word))
  )
}
