import type { Result } from '../../../preload/contract/result.ts'
import { setBounded } from '../../kernel/bounded.ts'

/** The known answer to `key`, else that of `find`. Those who ask meanwhile share it; a failure is forgotten. */
export const rememberAnswer = <T>(
  known: Map<string, Promise<Result<T>>>,
  key: string,
  limit: number,
  find: () => Promise<Result<T>>,
): Promise<Result<T>> => {
  const found = known.get(key)
  if (found !== undefined) return found
  const answer = find()
  const forget = (): boolean => known.delete(key)
  void answer.then(({ ok }) => ok || forget(), forget)
  setBounded(known, key, answer, limit)
  return answer
}
