const PODIUM: { readonly [place: number]: string } = { 1: 'place-gold', 2: 'place-silver', 3: 'place-bronze' }

/** A place with its numeral; the first three on their metals. */
export const PlaceChip = ({ place }: { readonly place: number | null }) => {
  if (place === null) return <span className="muted">–</span>
  const metal = PODIUM[place]
  return metal === undefined ? <>{place}</> : <span className={`place-chip ${metal}`}>{place}</span>
}
