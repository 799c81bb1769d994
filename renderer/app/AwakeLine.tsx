import { useQuery } from '@tanstack/react-query'
import { useText } from '../text/text.ts'
import { infoQuery, settingsQuery } from './state/queries.ts'

/** Whether the computer may go to sleep while a watch runs or screens are served. */
export const AwakeLine = () => {
  const { t } = useText()
  const face = useQuery(infoQuery).data?.face
  const isKeptAwake = useQuery(settingsQuery).data?.isKeptAwake
  if (face === undefined || isKeptAwake === undefined) return null
  return <p className="field-hint">{t(`awake.${face !== 'desktop' ? 'browser' : isKeptAwake ? 'on' : 'off'}`)}</p>
}
