import type { PublishSettings } from '../../../preload/contract/publish/publish.ts'

/** Why settings cannot be saved yet; null: they can. */
export const settingsFault = ({ readerUrl, budgetMbPerHour }: PublishSettings): 'readerUrl' | 'budget' | null => {
  if (readerUrl !== '' && !/^https?:\/\/[^\s/@]+(?:\/\S*)?$/.test(readerUrl)) return 'readerUrl'
  return budgetMbPerHour >= 1 && budgetMbPerHour <= 1_000_000 ? null : 'budget'
}
