import { Tabs } from '@base-ui/react/tabs'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { StageViewId } from '../address.ts'
import { ActionMenu } from '../../components/ActionMenu.tsx'
import { useText } from '../../text/text.ts'
import type { StageViewEntry } from './views.ts'

/** Places of the tabs that are not wholly in sight; half a pixel is rounding. */
const cutTabs = (list: Element): readonly number[] => {
  const view = list.getBoundingClientRect()
  return [...list.children].flatMap((tab, at) => {
    const { left, right } = tab.getBoundingClientRect()
    return left < view.left - 0.5 || right > view.right + 0.5 ? [at] : []
  })
}

type ViewSwitchProps = {
  readonly views: readonly StageViewEntry[]
  readonly view: StageViewId
  readonly onView: (id: StageViewId) => void
}

/** The tabs of a stage's views. Tabs that do not fit fade out; arrow keys scroll to them, and a menu lists them. */
export const ViewSwitch = ({ views, view, onView }: ViewSwitchProps) => {
  const { t } = useText()
  const list = useRef<HTMLDivElement>(null)
  const [cut, setCut] = useState<readonly number[]>([])
  useEffect(() => {
    const element = list.current
    if (element === null) return undefined
    const look = (): void => {
      const next = cutTabs(element)
      setCut((before) => (before.join() === next.join() ? before : next))
    }
    const resized = new ResizeObserver(look)
    for (const part of [element, ...element.children]) resized.observe(part)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  const isCut = cut.length > 0
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [view, isCut])
  const isStartCut = cut.includes(0)
  const isEndCut = cut.includes(views.length - 1)
  return (
    <div className="view-switch">
      <Tabs.List
        ref={list}
        className="segments"
        aria-label={t('view.label')}
        data-cut={isStartCut && isEndCut ? 'both' : isStartCut ? 'start' : isEndCut ? 'end' : undefined}
      >
        {views.map(({ id, title, isForChecking }) => (
          <Tabs.Tab key={id} className="segment" data-group={isForChecking === true ? 'checking' : 'race'} value={id}>
            {t(title)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {isCut ? (
        <ActionMenu
          trigger={
            <button type="button" className="icon-button" aria-label={t('view.rest')} title={t('view.rest')}>
              <ChevronDown aria-hidden />
            </button>
          }
          actions={views
            .filter((_, at) => cut.includes(at))
            .map(({ id, title }) => ({ id, label: t(title), onChoose: () => onView(id) }))}
        />
      ) : null}
    </div>
  )
}
