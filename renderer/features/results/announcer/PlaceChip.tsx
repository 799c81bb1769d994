import { useText } from '../../../text/text.ts'

/** A place with its numeral; the first three have their metal too. */
export const PlaceChip = ({ place }: { readonly place: number }) => {
  const { t } = useText()
  const metal = place <= 3 ? ` announcer-place-${place}` : ''
  return (
    <span className={`announcer-place${metal}`}>
      <span aria-hidden>{place}</span>
      <span className="visually-hidden">{t('announcer.place', { place })}</span>
    </span>
  )
}
