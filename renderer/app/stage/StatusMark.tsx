import type { Status } from '../../../preload/contract/results.ts'
import { Mark, type MarkKind } from '../../components/Mark.tsx'
import { useText } from '../../text/text.ts'

const KINDS: { readonly [status in Status]: MarkKind } = {
  OK: 'ok',
  DNF: 'none',
  DNS: 'none',
  DSQ: 'problem',
  OTL: 'partial',
  NC: 'partial',
  'on course': 'running',
  unknown: 'none',
}

/** A finisher's status by hue, icon and word. */
export const StatusMark = ({ status }: { readonly status: Status }) => {
  const { t } = useText()
  return <Mark kind={KINDS[status]}>{t(`finisher.${status}`)}</Mark>
}
