import type { ReactNode } from 'react'
import type { BlockSnapshot } from '../../../preload/contract/blocks.ts'
import type { Instant } from '../../../preload/contract/ids.ts'
import { useNow } from '../../app/state/now.ts'
import { Mark } from '../../components/Mark.tsx'
import { formatAge, formatClock, formatCount, formatExact } from '../../text/format.ts'
import { useText } from '../../text/text.ts'

/** Block types change by the month: older than this they are called old. */
const OLD_AFTER_MS = 30 * 24 * 3_600_000

type AgeProps = {
  readonly at: Instant
  readonly isOffline: boolean
  /** How the age is put into words. */
  readonly textKey?: 'stage.asOf' | 'blocks.details.asOf'
}

/** The age of the data, and why it is not newer. */
export const Age = ({ at, isOffline, textKey = 'stage.asOf' }: AgeProps) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const text = t(textKey, { time: formatClock(at, nowMs, language), age: formatAge(at, nowMs, t) })
  const exact = formatExact(at, language)
  return (
    <>
      {isOffline ? (
        <span className="state-part">
          <Mark kind="offline">{t('stage.offline')}</Mark>
        </span>
      ) : null}
      <span className="state-part state-age">
        {nowMs - Date.parse(at) > OLD_AFTER_MS ? (
          <Mark kind="stale" title={exact}>
            {text}
          </Mark>
        ) : (
          <span className="muted" title={exact}>
            {text}
          </span>
        )}
      </span>
    </>
  )
}

/** A later reply that took no place, and why. */
export const SetAsideMark = ({ setAside }: { readonly setAside: BlockSnapshot }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const time = formatClock(setAside.checkedAt, nowMs, language)
  const count = (value: number): string => formatCount(value, language)
  const text =
    setAside.types === 0
      ? t('blocks.setAside.empty', { time })
      : t('blocks.setAside.half', { time, types: count(setAside.types), total: count(setAside.total) })
  return (
    <span className="state-part">
      <Mark kind="stale" title={text}>
        {text}
      </Mark>
    </span>
  )
}

/** One line of fixed height over a view. */
export const StateBar = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div className="state-line">
    <h1 className="state-scope ellipsis">{title}</h1>
    {children}
  </div>
)
