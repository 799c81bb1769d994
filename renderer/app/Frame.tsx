import {
  Blocks,
  Braces,
  CircleQuestionMark,
  Flag,
  Keyboard,
  Receipt,
  Settings as SettingsIcon,
  TicketPercent,
} from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { AppInfo } from '../../preload/contract/diagnostics.ts'
import { useText } from '../text/text.ts'
import { formatRoute, type Route } from './address.ts'
import { Commands } from './commands/Commands.tsx'
import { DropZone } from './opened/DropZone.tsx'
import { lazyPart } from './lazyPart.ts'
import { goTo, route } from './route.ts'
import { BLOCKS, CALLS, HELP, ORDERS, PROMO, SETTINGS, STAGES } from './commands/sections.ts'
import { runShortcut } from './commands/shortcuts.ts'
import { StatusLine } from './StatusLine.tsx'
import { useStore } from './state/store.ts'

export const FrameNotices = lazyPart(
  async () => (await import('./FrameNotices.tsx')).FrameNotices,
  () => null,
)

type RailLinkProps = {
  readonly to: Route
  readonly isCurrent: boolean
  readonly icon: ReactNode
  readonly label: string
}

const RailLink = ({ to, isCurrent, icon, label }: RailLinkProps) => (
  <a
    className="rail-link"
    href={formatRoute(to)}
    aria-current={isCurrent ? 'page' : undefined}
    onClick={(event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      goTo(to)
    }}
  >
    {icon}
    <span>{label}</span>
  </a>
)

/** Rail, screen and status line. */
export const Frame = ({ info, children }: { readonly info: AppInfo; readonly children: ReactNode }) => {
  const { t } = useText()
  const place = useStore(route)
  const screen = place.screen === 'stage' ? place.stage : place.screen
  const lastScreen = useRef('')
  useEffect(() => {
    // The focused element is gone with the old screen; start at the new one, not at the rail.
    if (lastScreen.current !== screen && (document.activeElement ?? document.body) === document.body) {
      document.querySelector('main')?.focus()
    }
    lastScreen.current = screen
  }, [screen])
  return (
    <div className="frame">
      <nav className="rail" aria-label={t('app.sections')}>
        <RailLink
          to={STAGES}
          isCurrent={place.screen === 'stages' || place.screen === 'stage'}
          icon={<Flag aria-hidden />}
          label={t('app.stages')}
        />
        <RailLink
          to={ORDERS}
          isCurrent={place.screen === 'orders'}
          icon={<Receipt aria-hidden />}
          label={t('app.orders')}
        />
        <RailLink
          to={PROMO}
          isCurrent={place.screen === 'promo'}
          icon={<TicketPercent aria-hidden />}
          label={t('promo.section')}
        />
        <div className="rail-group" role="group" aria-label={t('app.siteAndApi')}>
          <span className="rail-caption" aria-hidden>
            {t('app.siteAndApi')}
          </span>
          <RailLink
            to={BLOCKS}
            isCurrent={place.screen === 'blocks'}
            icon={<Blocks aria-hidden />}
            label={t('blocks.section')}
          />
          <RailLink
            to={CALLS}
            isCurrent={place.screen === 'calls'}
            icon={<Braces aria-hidden />}
            label={t('calls.title')}
          />
        </div>
        <span className="gap" />
        <button
          type="button"
          className="rail-link"
          aria-label={t('app.shortcuts')}
          title={`${t('app.shortcuts')} (?)`}
          onClick={() => runShortcut('shortcuts')}
        >
          <Keyboard aria-hidden />
        </button>
        <RailLink
          to={HELP}
          isCurrent={place.screen === 'help'}
          icon={<CircleQuestionMark aria-hidden />}
          label={t('help.title')}
        />
        <RailLink
          to={SETTINGS}
          isCurrent={place.screen === 'settings'}
          icon={<SettingsIcon aria-hidden />}
          label={t('app.settings')}
        />
      </nav>
      <div className="frame-body">
        <DropZone />
        {children}
      </div>
      <FrameNotices info={info} />
      <StatusLine hosts={info.hosts} />
      <Commands />
    </div>
  )
}
