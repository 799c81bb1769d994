import type { PromoCode, PromoPreview } from '../../../preload/contract/promo.ts'
import { useNow } from '../../app/state/now.ts'
import { Fold } from '../../components/Fold.tsx'
import { formatClock, formatCount, formatPercent } from '../../text/format.ts'
import { useText } from '../../text/text.ts'

const SHOWN_CODES = 300

type CodesProps = {
  readonly title: string
  readonly codes: readonly (PromoCode & { readonly before?: string })[]
  readonly isOpen?: boolean
}

/** Codes with their percents, folded away under their count. */
export const FoldedCodes = ({ title, codes, isOpen = false }: CodesProps) => {
  const { t, language } = useText()
  const more = codes.length - SHOWN_CODES
  if (codes.length === 0) return <p className="muted">{title}</p>
  return (
    <Fold title={title} isOpened={isOpen}>
      <ul className="promo-code-list" tabIndex={0} aria-label={title}>
        {codes.slice(0, SHOWN_CODES).map(({ value, discountPercent, before }) => (
          <li key={value}>
            <code className="mono">{value}</code>
            <span>
              {before === undefined ? '' : `${formatPercent(before, language)} → `}
              {formatPercent(discountPercent, language)}
            </span>
          </li>
        ))}
        {more > 0 ? (
          <li className="muted">{t('promo.compare.more', { count: more, rows: formatCount(more, language) })}</li>
        ) : null}
      </ul>
    </Fold>
  )
}

/** Compares the codes with those sent before. */
export const Difference = ({ comparison }: { readonly comparison: PromoPreview['comparison'] }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  if (comparison === null) return <p className="muted">{t('promo.compare.none')}</p>
  const { added, removed, changed, unchanged } = comparison.difference
  const rows = (count: number): { readonly rows: string } => ({ rows: formatCount(count, language) })
  return (
    <div className="stack">
      <p>
        {t('promo.compare.with', {
          time: formatClock(comparison.receipt.sentAt, nowMs, language),
          state: t(`promo.state.${comparison.receipt.state}`),
        })}
      </p>
      <FoldedCodes title={t('promo.compare.added', rows(added.length))} codes={added} />
      <FoldedCodes title={t('promo.compare.removed', rows(removed.length))} codes={removed} isOpen />
      <FoldedCodes
        title={t('promo.compare.changed', rows(changed.length))}
        codes={changed.map(({ value, before, after }) => ({ value, before, discountPercent: after }))}
        isOpen
      />
      <p className="muted">{t('promo.compare.unchanged', rows(unchanged))}</p>
    </div>
  )
}
