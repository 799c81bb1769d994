import { useQuery } from '@tanstack/react-query'
import type { StageGuid } from '../../preload/contract/ids.ts'
import { Mark } from '../components/Mark.tsx'
import { formatExact } from '../text/format.ts'
import { useText } from '../text/text.ts'
import { describeProblem } from './problems/describeProblem.ts'
import { treeQuery } from './state/queries.ts'
import { useSecond, watchMark, watchTexts } from './watchState.ts'

/** A watch in the status line; screen readers skip the countdown. */
export const WatchPart = ({ stage }: { readonly stage: StageGuid }) => {
  const { t, language } = useText()
  const state = useQuery(treeQuery(stage)).data?.watch ?? null
  const nowMs = useSecond(state !== null && state.nextPollAt !== null)
  if (state === null) return null
  const why = state.error === null ? null : describeProblem(state.error, t, language)
  const last = state.lastPollAt === null ? '' : t('watch.last', { time: formatExact(state.lastPollAt, language) })
  const title = why === null ? last : `${why.what} ${why.todo}`
  const [phase, ...more] = watchTexts(state, nowMs, t, language)
  return (
    <span className="status-part status-watch">
      <Mark kind={watchMark(state)} title={title}>
        {phase}
        <span className="status-watch-more">{more.map((text) => ` · ${text}`).join('')}</span>
      </Mark>
    </span>
  )
}
