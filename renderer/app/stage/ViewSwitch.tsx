import { Tabs } from '@base-ui/react/tabs'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { StageViewId } from '../address.ts'
import { ActionMenu } from '../../components/ActionMenu.tsx'
import { useText } from '../../text/text.ts'
import type { StageViewEntry } from './views.ts'

/** Places of the tabs in lines out of sight. */
const hiddenTabs = (list: Element): readonly number[] => {
  const view = list.getBoundingClientRect()
  return [...list.children].flatMap((tab, at) => {
    const { top, bottom } = tab.getBoundingClientRect()
    return bottom < view.top + 1 || top > view.bottom - 1 ? [at] : []
  })
}

type ViewSwitchProps = {
  readonly views: readonly StageViewEntry[]
  readonly view: StageViewId
  readonly onView: (id: StageViewId) => void
}

/** The tabs of a stage's views, in one line. Arrow keys show those that do not fit, and a menu lists them. */
export const ViewSwitch = ({ views, view, onView }: ViewSwitchProps) => {
  const { t } = useText()
  const list = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState<readonly number[]>([])
  useEffect(() => {
    const element = list.current
    if (element === null) return undefined
    const look = (): void => {
      const next = hiddenTabs(element)
      setHidden((before) => (before.join() === next.join() ? before : next))
    }
    const resized = new ResizeObserver(() => {
      element.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
      look()
    })
    for (const part of [element, ...element.children]) resized.observe(part)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [view])
  return (
    <div className="view-switch">
      <Tabs.List ref={list} className="segments" aria-label={t('view.label')}>
        {views.map(({ id, title, isForChecking }) => (
          <Tabs.Tab key={id} className="segment" data-group={isForChecking === true ? 'checking' : 'race'} value={id}>
            {t(title)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {hidden.length === 0 ? null : (
        <ActionMenu
          trigger={
            <button type="button" className="icon-button" aria-label={t('view.rest')} title={t('view.rest')}>
              <ChevronDown aria-hidden />
            </button>
          }
          actions={views
            .filter((_, at) => hidden.includes(at))
            .map(({ id, title }) => ({ id, label: t(title), onChoose: () => onView(id) }))}
        />
      )}
    </div>
  )
}
