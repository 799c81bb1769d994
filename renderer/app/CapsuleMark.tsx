import type { StageCapsule } from '../../preload/contract/stages.ts'
import { Mark } from '../components/Mark.tsx'
import { formatExact } from '../text/format.ts'
import { useText } from '../text/text.ts'

type CapsuleMarkProps = { readonly capsule: StageCapsule; readonly isBrief?: boolean }

/** Says of a stage that it came from a file, and of which. */
export const CapsuleMark = ({ capsule, isBrief = false }: CapsuleMarkProps) => {
  const { t, language } = useText()
  const { fileName, savedAt, openedAt, origin } = capsule
  const what = t('capsule.mark.what', {
    file: fileName,
    saved: formatExact(savedAt, language),
    opened: formatExact(openedAt, language),
  })
  return (
    <Mark kind="capsule" title={origin === null ? what : `${what} ${t('capsule.mark.from', { origin })}`}>
      {t(isBrief ? 'capsule.mark' : 'capsule.mark.readOnly')}
    </Mark>
  )
}
