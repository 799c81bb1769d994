import { useEffect, useRef } from 'react'
import type { Found, FoundRow } from '../../../preload/contract/results.ts'
import type { Stage } from '../../../preload/contract/stages.ts'
import { menuOf } from '../../app/table/contextMenu.ts'
import { copyLine } from '../../app/table/copyTexts.ts'
import { useNow } from '../../app/state/now.ts'
import { openRow } from '../../app/opened/openRow.ts'
import { Blank } from '../../components/Blank.tsx'
import { Marked } from '../../components/marks/Marked.tsx'
import { soughtWords } from '../../components/marks/matches.ts'
import { formatAge, formatCount, formatExact } from '../../text/format.ts'
import { useText } from '../../text/text.ts'

export const HITS_ID = 'found-people'
export const hitId = (at: number): string => `${HITS_ID}-${at}`

export const openHit = ({ stage, category, index }: FoundRow): void => openRow({ stage, category, index })

type FoundPeopleProps = {
  readonly search: string
  readonly found: Found
  readonly stages: readonly Stage[]
  /** Index of the hit that Enter opens. */
  readonly active: number
  readonly onActive: (at: number) => void
}

/** Hits over all stages; the search box above keeps the focus. */
export const FoundPeople = ({ search, found, stages, active, onActive }: FoundPeopleProps) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const activeRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    activeRef.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const words = soughtWords(search)
  const count = (value: number): string => formatCount(value, language)
  if (found.rows.length === 0) {
    const taken = stages.filter(({ rows }) => rows > 0).length
    return (
      <Blank title={t('find.none', { search })}>
        <p>{t('find.none.what', { count: taken })}</p>
      </Blank>
    )
  }
  return (
    <>
      <p className="found-note muted" role="status">
        {found.areSimilar === true ? `${t('find.similar')} ` : null}
        {[
          ...(found.total === null ? [] : [t('find.found', { count: found.total, people: count(found.total) })]),
          ...(found.total === found.rows.length ? [] : [t('find.first', { shown: count(found.rows.length) })]),
        ].join(', ')}
      </p>
      <div className="scroll found" id={HITS_ID} role="listbox" aria-label={t('find.hits')}>
        {found.rows.map((row, at) => {
          const { category, index, bib, name, club, place, result, status } = row
          const confirmedAt = stages.find(({ guid }) => guid === row.stage)?.confirmedAt ?? null
          return (
            <div
              key={`${category} ${index}`}
              id={hitId(at)}
              ref={at === active ? activeRef : null}
              className="found-row"
              role="option"
              aria-selected={at === active}
              tabIndex={-1}
              onMouseMove={() => (at === active ? undefined : onActive(at))}
              onClick={() => openHit(row)}
              onContextMenu={menuOf([bib, name].filter(Boolean).join(' '), () => [
                { id: 'open', label: t('menu.openCard'), onChoose: () => openHit(row) },
                {
                  id: 'copy',
                  label: t('menu.copyRow'),
                  onChoose: () =>
                    copyLine([
                      bib,
                      name,
                      club,
                      row.stageName,
                      row.distanceName,
                      row.categories.join(', '),
                      String(place ?? ''),
                      result,
                    ]),
                },
              ])}
            >
              <span className="found-bib">
                <Marked text={bib} words={words} />
              </span>
              <span className="found-who column">
                <span className="found-name ellipsis">
                  {name === '' ? t('find.noName') : <Marked text={name} words={words} />}
                </span>
                <span className="found-club muted ellipsis">
                  <Marked text={club} words={words} />
                </span>
              </span>
              <span className="found-where column">
                <span className="ellipsis">{row.stageName}</span>
                <span className="muted ellipsis" title={confirmedAt === null ? '' : formatExact(confirmedAt, language)}>
                  {[
                    row.distanceName,
                    ...row.categories,
                    ...(confirmedAt === null ? [] : [formatAge(confirmedAt, nowMs, t)]),
                  ].join(' · ')}
                </span>
              </span>
              <span className="found-place">{place ?? ''}</span>
              <span className="found-result">
                {status === 'OK' ? result : <span className="muted">{t(`finisher.${status}`)}</span>}
              </span>
            </div>
          )
        })}
      </div>
    </>
  )
}
