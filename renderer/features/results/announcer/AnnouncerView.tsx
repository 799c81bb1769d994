import { Maximize, Pause, Play, Printer } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import type { Finish } from '../../../../preload/contract/results.ts'
import type { StageTree } from '../../../../preload/contract/stages.ts'
import { useNow } from '../../../app/state/now.ts'
import { scopeNames } from '../../../app/stage/scope.ts'
import { useStageFrame } from '../../../app/stage/stageFrameContext.ts'
import { Problem } from '../../../app/problems/Problem.tsx'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { Mark } from '../../../components/Mark.tsx'
import { Skeleton } from '../../../components/Skeleton.tsx'
import { formatAge, formatClock, isStale } from '../../../text/format.ts'
import { useText } from '../../../text/text.ts'
import { dueSoon } from './announcerData.ts'
import { CorrectionItem } from './CorrectionItem.tsx'
import { DueItem } from './DueItem.tsx'
import { FinisherItem } from './FinisherItem.tsx'
import { PodiumItem } from './PodiumItem.tsx'
import { PodiumSheet } from './PodiumSheet.tsx'
import { useAnnouncer } from './useAnnouncer.ts'
import { isMotionReduced, useAutoScroll } from './useAutoScroll.ts'
import { useFullScreen } from './useFullScreen.ts'
import './announcer.css'

/** F freezes, whatever the layout of the keyboard; not while something is typed or a dialog is open. */
const useFreezeKey = (toggle: () => void): void => {
  const ref = useRef(toggle)
  useEffect(() => {
    ref.current = toggle
  })
  useEffect(() => {
    const follow = (event: KeyboardEvent): void => {
      if (event.code !== 'KeyF' || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      const { target } = event
      const isTyping = target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
      if (isTyping || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return
      ref.current()
    }
    window.addEventListener('keydown', follow)
    return () => window.removeEventListener('keydown', follow)
  }, [])
}

type ColumnProps = {
  readonly title: string
  readonly name: string
  readonly empty: string
  readonly count: number
  readonly isScrolled?: boolean
  readonly tools?: ReactNode
  readonly children: ReactNode
}

const AnnouncerColumn = ({ title, name, empty, count, isScrolled = false, tools, children }: ColumnProps) => {
  const list = useRef<HTMLOListElement>(null)
  useAutoScroll(list, isScrolled && count > 0)
  return (
    <section className={`announcer-column column announcer-${name}`} aria-label={title}>
      <header className="announcer-column-head">
        <h3>{title}</h3>
        {tools}
      </header>
      {count === 0 ? (
        <p className="announcer-empty muted">{empty}</p>
      ) : (
        <ol className="scroll" ref={list} tabIndex={0} aria-label={title}>
          {children}
        </ol>
      )}
    </section>
  )
}

/** A person may stand in several distances, and several people may have no bib or name. */
const keyOf = ({ placings: [first] }: Finish): string => `${first?.category} ${first?.index}`

/** For the announcer: the latest events in large type, which a key freezes. */
export const AnnouncerView = ({ tree }: { readonly tree: StageTree }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const { scope } = useStageFrame()
  const { onAir, frozenAt, waiting, toggleFreeze, error, retry } = useAnnouncer(tree, scope)
  const [isScrolled, setScrolled] = useState(() => !isMotionReduced())
  const [isPrinting, setPrinting] = useState(false)
  const stopPrinting = useCallback(() => setPrinting(false), [])
  const area = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(area)
  useFreezeKey(toggleFreeze)
  if (onAir === null) {
    if (error === null) return <Skeleton rows={12} label={t('app.starting')} />
    return (
      <div className="announcer-problem">
        <Problem problem={error} onRetry={retry} />
      </div>
    )
  }
  const { finishers, podiums, favourites, corrections, confirmedAt } = onAir
  const isFrozen = frozenAt !== null
  const isOld = confirmedAt === null || isStale(confirmedAt, nowMs)
  // By old data, people would be due who have long finished.
  const due = isOld ? [] : dueSoon(onAir.due, frozenAt === null ? nowMs : Date.parse(frozenAt))
  const hasDistance = scope.kind === 'all' && tree.distances.length > 1
  return (
    <div className="announcer fill" ref={area} data-filled={fullScreen.isFilled || undefined}>
      <header className="announcer-bar">
        <h2 className="announcer-scope">{scopeNames(scope, tree).join(' · ') || t('tree.all')}</h2>
        <Button
          kind={isFrozen ? 'primary' : 'plain'}
          icon={isFrozen ? <Play aria-hidden /> : <Pause aria-hidden />}
          onClick={toggleFreeze}
          title="F"
        >
          {t(isFrozen ? 'announcer.unfreeze' : 'announcer.freeze')} <kbd aria-hidden>F</kbd>
        </Button>
        <span className="announcer-state" role="status">
          {frozenAt === null ? null : (
            <Mark kind="stale">
              {t('announcer.frozen', { time: formatClock(frozenAt, nowMs, language) })}
              {waiting === 0 ? '' : ` · ${t('announcer.frozen.wait', { count: waiting })}`}
            </Mark>
          )}
        </span>
        <span className="gap" />
        {confirmedAt === null ? null : (
          <span className={isStale(confirmedAt, nowMs) ? 'announcer-age announcer-old' : 'announcer-age muted'}>
            {t('stage.asOf', {
              time: formatClock(confirmedAt, nowMs, language),
              age: formatAge(confirmedAt, nowMs, t),
            })}
          </span>
        )}
        <IconButton label={t('announcer.full')} icon={<Maximize aria-hidden />} onClick={fullScreen.toggle} />
      </header>
      <div className="announcer-columns">
        <AnnouncerColumn
          name="finishers"
          title={t('announcer.finishers')}
          empty={t('announcer.empty.finishers')}
          count={finishers.length}
        >
          {finishers.map((finisher) => (
            <FinisherItem key={keyOf(finisher)} finisher={finisher} hasDistance={hasDistance} />
          ))}
        </AnnouncerColumn>
        <AnnouncerColumn
          name="podium"
          title={t('announcer.podium')}
          empty={t('announcer.empty.podium')}
          count={podiums.length}
          isScrolled={isScrolled && !isFrozen}
          tools={
            <>
              <label className="announcer-scroll">
                <input type="checkbox" checked={isScrolled} onChange={(event) => setScrolled(event.target.checked)} />
                {t('announcer.scroll')}
              </label>
              {podiums.length === 0 ? null : (
                <IconButton
                  label={t('announcer.print')}
                  icon={<Printer aria-hidden />}
                  onClick={() => setPrinting(true)}
                />
              )}
            </>
          }
        >
          {podiums.map((podium) => (
            <PodiumItem key={`${podium.category} ${podium.group}`} podium={podium} hasDistance={hasDistance} />
          ))}
        </AnnouncerColumn>
        <div className="announcer-side">
          <AnnouncerColumn
            name="due"
            title={t('announcer.due')}
            empty={t(isOld ? 'announcer.empty.dueOld' : 'announcer.empty.due')}
            count={due.length}
          >
            {due.map((one) => (
              <DueItem key={one.key} due={one} hasDistance={hasDistance} />
            ))}
          </AnnouncerColumn>
          <AnnouncerColumn
            name="favourites"
            title={t('announcer.favourites')}
            empty={t('announcer.empty.favourites')}
            count={favourites.length}
          >
            {favourites.map((finisher) => (
              <FinisherItem key={keyOf(finisher)} finisher={finisher} hasDistance={hasDistance} />
            ))}
          </AnnouncerColumn>
          <AnnouncerColumn
            name="changes"
            title={t('announcer.changes')}
            empty={t('announcer.empty.changes')}
            count={corrections.length}
          >
            {corrections.map((correction) => (
              <CorrectionItem key={correction.key} correction={correction} />
            ))}
          </AnnouncerColumn>
        </div>
      </div>
      {isPrinting ? <PodiumSheet stageName={tree.stage.name} podiums={podiums} onDone={stopPrinting} /> : null}
    </div>
  )
}
