import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Activity, useCallback, useEffect, useState } from 'react'
import type { AppInfo } from '../../preload/contract/diagnostics.ts'
import type { Settings } from '../../preload/contract/settings.ts'
import { connection, lostLink } from '../api.ts'
import { Blank } from '../components/Blank.tsx'
import { StageScreen } from './stage/StageScreen.tsx'
import { StagesScreen } from '../features/stages/StagesScreen.tsx'
import type { Route } from './address.ts'
import { chooseLanguage, setLanguage, useText } from '../text/text.ts'
import { applyAppearance, nextScale, onSystemTheme } from './appearance.ts'
import { Commands } from './commands/Commands.tsx'
import { ContextMenu } from './table/ContextMenu.tsx'
import { DropZone } from './opened/DropZone.tsx'
import { Frame, FrameNotices } from './Frame.tsx'
import { lazyPart, loadWaitingParts } from './lazyPart.ts'
import { LinkDialog } from './opened/LinkDialog.tsx'
import { ScreenPlace } from './PartPlace.tsx'
import { Problem } from './problems/Problem.tsx'
import { infoQuery, profilesQuery, settingsQuery, stagesQuery } from './state/queries.ts'
import { useIsMemoryRead } from './state/remembered.ts'
import { startListStage } from './opened/opened.ts'
import { goTo, route } from './route.ts'
import { saveSettings } from './state/settings.ts'
import { useShortcuts } from './commands/shortcuts.ts'
import { useStore } from './state/store.ts'
import './app.css'

/** Parts that are not on the screen load after the first rows. */
const REST_MS = 2_000

const OpenCapsuleDialog = lazyPart(
  async () => (await import('../features/capsule/OpenCapsuleDialog.tsx')).OpenCapsuleDialog,
  () => null,
)
const SaveCapsuleDialog = lazyPart(
  async () => (await import('../features/capsule/SaveCapsuleDialog.tsx')).SaveCapsuleDialog,
  () => null,
)
const StartListDialog = lazyPart(
  async () => (await import('../features/startList/StartListDialog.tsx')).StartListDialog,
)
const BlocksScreen = lazyPart(
  async () => (await import('../features/blocks/BlocksScreen.tsx')).BlocksScreen,
  ScreenPlace,
)
const CallsScreen = lazyPart(async () => (await import('../features/calls/CallsScreen.tsx')).CallsScreen, ScreenPlace)
const FirstRunScreen = lazyPart(
  async () => (await import('../features/organizations/FirstRunScreen.tsx')).FirstRunScreen,
  ScreenPlace,
)
const HelpScreen = lazyPart(async () => (await import('../features/help/HelpScreen.tsx')).HelpScreen, ScreenPlace)
const OrdersScreen = lazyPart(
  async () => (await import('../features/orders/OrdersScreen.tsx')).OrdersScreen,
  ScreenPlace,
)
const PromoScreen = lazyPart(async () => (await import('../features/promo/PromoScreen.tsx')).PromoScreen, ScreenPlace)
const SettingsScreen = lazyPart(
  async () => (await import('../features/settings/SettingsScreen.tsx')).SettingsScreen,
  ScreenPlace,
)

/** Going anywhere else ends the first run. */
const FIRST_SCREENS: ReadonlySet<Route['screen']> = new Set(['stages', 'stage', 'help'])

const useAppearance = (settings: Settings | undefined, info: AppInfo | undefined): void => {
  useEffect(() => {
    if (settings === undefined) return undefined
    const apply = (): void => applyAppearance(settings)
    apply()
    return onSystemTheme(apply)
  }, [settings])
  useEffect(() => {
    if (settings === undefined || info === undefined) return
    // In a browser, prefer its language to the server's.
    const tags = info.face === 'browser' ? navigator.languages : [info.systemLanguage]
    setLanguage(chooseLanguage(settings.language, tags))
  }, [settings, info])
}

const NoTokenPage = () => {
  const { t } = useText()
  const lost = useStore(lostLink)
  const words = lost === null ? 'app.noToken' : (`app.lostLink.${lost}` as const)
  return (
    <main className="page">
      <Blank title={t(`${words}.title`)} isPage>
        <p>{t(`${words}.what`)}</p>
        <p>{t(`${words}.todo`)}</p>
      </Blank>
    </main>
  )
}

const Screen = () => {
  const place = useStore(route)
  const [beforeHelp, setBeforeHelp] = useState<Route>({ screen: 'stages' })
  if (place.screen !== 'help' && place !== beforeHelp) setBeforeHelp(place)
  if (place.screen === 'help') return <HelpScreen place={place} onLeave={() => goTo(beforeHelp)} />
  if (place.screen === 'stages') return <StagesScreen />
  if (place.screen === 'stage') {
    return <StageScreen key={place.stage} stage={place.stage} view={place.view ?? 'results'} />
  }
  if (place.screen === 'orders') return <OrdersScreen open={place.order ?? null} />
  if (place.screen === 'blocks') return <BlocksScreen place={place} />
  if (place.screen === 'promo') return <PromoScreen tab={place.tab} />
  if (place.screen === 'calls') return <CallsScreen />
  return <SettingsScreen place={place} />
}

export const App = () => {
  const { t } = useText()
  const client = useQueryClient()
  const state = useStore(connection)
  const info = useQuery(infoQuery)
  const settings = useQuery(settingsQuery)
  const profiles = useQuery(profilesQuery)
  const stages = useQuery(stagesQuery)
  const { screen } = useStore(route)
  const isHelpOpen = screen === 'help'
  const isStartListOpen = useStore(startListStage) !== null
  const isMemoryRead = useIsMemoryRead(null)
  const [isFirstRunOver, setFirstRunOver] = useState(false)
  const [isFirstRun, setFirstRun] = useState(false)
  useAppearance(settings.data, info.data)
  const areThere =
    isMemoryRead && profiles.data !== undefined && stages.data !== undefined && settings.data !== undefined
  useEffect(() => {
    if (!areThere || state !== 'live') return undefined
    // Load parts again that failed while the core was gone.
    const timer = setTimeout(() => void loadWaitingParts(), REST_MS)
    return () => clearTimeout(timer)
  }, [areThere, state])

  const endFirstRun = useCallback(() => setFirstRunOver(true), [])
  const resize = (direction: -1 | 0 | 1): void => {
    // From the cache: a second press may precede the first render.
    const now = client.getQueryData(settingsQuery.queryKey)
    if (now !== undefined) void saveSettings(client, { scale: nextScale(now.scale, direction) })
  }
  useShortcuts({
    larger: () => resize(1),
    smaller: () => resize(-1),
    normalSize: () => resize(0),
    help: () => goTo({ screen: 'help' }),
  })

  // Decided once: connecting an organization makes a profile long before the first run is over.
  const isNothingHere = profiles.data?.length === 0 && stages.data?.length === 0
  if (!isFirstRun && !isFirstRunOver && isNothingHere) setFirstRun(true)
  if (isFirstRun && !isFirstRunOver && !FIRST_SCREENS.has(screen)) setFirstRunOver(true)
  if (state === 'no-token') return <NoTokenPage />
  if (!areThere || info.data === undefined) {
    const error = profiles.error ?? stages.error ?? info.error ?? settings.error
    return (
      <main className="page">
        <Blank title={error === null ? t('app.starting') : t('app.name')} isPage>
          {error === null ? null : <Problem problem={error} onRetry={() => void client.invalidateQueries()} />}
        </Blank>
      </main>
    )
  }
  if (isFirstRun && !isFirstRunOver) {
    return (
      <div className="first-run">
        <FrameNotices info={info.data} />
        <DropZone />
        {isHelpOpen ? <Screen /> : null}
        <Activity mode={isHelpOpen ? 'hidden' : 'visible'}>
          <FirstRunScreen
            onDone={(next) => {
              setFirstRunOver(true)
              goTo(next)
            }}
          />
        </Activity>
        <LinkDialog onOpened={endFirstRun} />
        <OpenCapsuleDialog onOpened={endFirstRun} />
        <Commands />
      </div>
    )
  }
  return (
    <Frame info={info.data}>
      <Screen />
      <LinkDialog onOpened={endFirstRun} />
      <OpenCapsuleDialog onOpened={endFirstRun} />
      <SaveCapsuleDialog />
      {isStartListOpen ? <StartListDialog /> : null}
      <ContextMenu />
    </Frame>
  )
}
