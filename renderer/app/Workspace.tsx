import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Splitter } from '../components/Splitter.tsx'
import { useText } from '../text/text.ts'
import { useRemembered } from './state/remembered.ts'

const LIST = { min: 240, max: 320, otherwise: 264 }
const PANEL = { min: 320, max: 420, otherwise: 360 }

/** Until the user chooses a width: the largest where the window has 1800 px or more at a scale of 100%. */
const usualWidth = ({ max, otherwise }: typeof LIST): number =>
  window.innerWidth >= 180 * parseFloat(getComputedStyle(document.documentElement).fontSize) ? max : otherwise

const within =
  (range: { readonly min: number; readonly max: number }) =>
  (value: unknown): value is number =>
    typeof value === 'number' && value >= range.min && value <= range.max
const isListWidth = within(LIST)
const isPanelWidth = within(PANEL)

type WorkspaceProps = {
  readonly listLabel: string
  readonly list: ReactNode
  /** Where the list has collapsed: whether it is shown over the work area. */
  readonly isListShown: boolean
  readonly onHideList: () => void
  readonly children: ReactNode
  readonly panel?: ReactNode
  readonly panelLabel?: string
}

/** List, work area and panel, with splits that are remembered. */
export const Workspace = ({
  listLabel,
  list,
  isListShown,
  onHideList,
  children,
  panel,
  panelLabel,
}: WorkspaceProps) => {
  const { t } = useText()
  const root = useRef<HTMLDivElement>(null)
  const listPane = useRef<HTMLElement>(null)
  const [listWidth, setListWidth] = useRemembered('listWidth', isListWidth, usualWidth(LIST))
  const [panelWidth, setPanelWidth] = useRemembered('panelWidth', isPanelWidth, usualWidth(PANEL))
  // Set before the first paint, so that default widths never show.
  useLayoutEffect(() => {
    // Set by the user; 1rem is 10 px at a scale of 100%.
    root.current?.style.setProperty('--list-width', `${listWidth / 10}rem`)
    root.current?.style.setProperty('--panel-width', `${panelWidth / 10}rem`)
  }, [listWidth, panelWidth])
  useEffect(() => {
    if (isListShown) listPane.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"], nav a')?.focus()
  }, [isListShown])
  return (
    <div className="workspace" ref={root} data-list={isListShown ? 'shown' : 'hidden'}>
      <aside className="list-pane" aria-label={listLabel} ref={listPane}>
        <div className="pane-scroll fill">{list}</div>
        <Splitter
          label={t('do.resize')}
          pane="before"
          value={listWidth}
          min={LIST.min}
          max={LIST.max}
          onChange={setListWidth}
        />
      </aside>
      {isListShown ? <div className="list-cover" onClick={onHideList} /> : null}
      <main className="work-area fill" tabIndex={-1}>
        {children}
      </main>
      {panel === undefined || panel === null ? null : (
        <aside className="panel" aria-label={panelLabel}>
          <Splitter
            label={t('do.resize')}
            pane="after"
            value={panelWidth}
            min={PANEL.min}
            max={PANEL.max}
            onChange={setPanelWidth}
          />
          <div className="pane-scroll fill">{panel}</div>
        </aside>
      )}
    </div>
  )
}
