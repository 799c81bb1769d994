import { useQuery } from '@tanstack/react-query'
import { PanelLeft, Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { profilesQuery } from '../../app/state/queries.ts'
import { formatRoute, type Route } from '../../app/address.ts'
import { goTo } from '../../app/route.ts'
import { ConnectForm } from '../../app/organization/ConnectForm.tsx'
import { useShortcuts } from '../../app/commands/shortcuts.ts'
import { Workspace } from '../../app/Workspace.tsx'
import { Button } from '../../components/Button.tsx'
import { useText } from '../../text/text.ts'
import { AboutSection } from './AboutSection.tsx'
import { GeneralSection } from './GeneralSection.tsx'
import { NetworkSection } from './NetworkSection.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { StorageSection } from './StorageSection.tsx'
import './settings.css'

type SettingsRoute = Extract<Route, { screen: 'settings' }>

const NavLink = ({
  to,
  current,
  children,
}: {
  readonly to: SettingsRoute
  readonly current: SettingsRoute
  readonly children: ReactNode
}) => {
  const href = formatRoute(to)
  return (
    <li>
      <a
        className="settings-link"
        href={href}
        aria-current={formatRoute(current) === href ? 'page' : undefined}
        onClick={(event) => {
          event.preventDefault()
          goTo(to)
        }}
      >
        {children}
      </a>
    </li>
  )
}

const SettingsNav = ({ place }: { readonly place: SettingsRoute }) => {
  const { t } = useText()
  const profiles = useQuery(profilesQuery).data ?? []
  return (
    <nav className="settings-nav" aria-label={t('settings.sections')}>
      <ul>
        <NavLink to={{ screen: 'settings', section: 'general' }} current={place}>
          {t('settings.general')}
        </NavLink>
        <NavLink to={{ screen: 'settings', section: 'network' }} current={place}>
          {t('settings.network')}
        </NavLink>
        <NavLink to={{ screen: 'settings', section: 'storage' }} current={place}>
          {t('storage.title')}
        </NavLink>
        <NavLink to={{ screen: 'settings', section: 'about' }} current={place}>
          {t('settings.about')}
        </NavLink>
      </ul>
      <h2 className="settings-group">{t('settings.organizations')}</h2>
      <ul>
        {profiles.map((profile) => (
          <NavLink key={profile.id} to={{ screen: 'settings', profile: profile.id }} current={place}>
            <span className="ellipsis">{profile.name}</span>
          </NavLink>
        ))}
        <NavLink to={{ screen: 'settings', section: 'new' }} current={place}>
          <Plus aria-hidden />
          {t('settings.organization.add')}
        </NavLink>
      </ul>
    </nav>
  )
}

const Section = ({ place }: { readonly place: SettingsRoute }) => {
  if ('profile' in place) return <ProfileSection key={place.profile} id={place.profile} />
  if (place.section === 'new')
    return <ConnectForm onDone={goTo} later={({ id }) => ({ screen: 'settings', profile: id })} />
  if (place.section === 'network') return <NetworkSection />
  if (place.section === 'storage') return <StorageSection />
  return place.section === 'about' ? <AboutSection /> : <GeneralSection />
}

export const SettingsScreen = ({ place }: { readonly place: SettingsRoute }) => {
  const { t } = useText()
  const [isListShown, setListShown] = useState(false)
  const [lastPlace, setLastPlace] = useState(place)
  if (place !== lastPlace) {
    setLastPlace(place)
    setListShown(false)
  }
  useShortcuts({ escape: () => (isListShown ? setListShown(false) : false) })
  return (
    <Workspace
      listLabel={t('settings.sections')}
      list={
        <>
          <div className="pane-head row">
            <p className="pane-title">{t('settings.title')}</p>
          </div>
          <SettingsNav place={place} />
        </>
      }
      isListShown={isListShown}
      onHideList={() => setListShown(false)}
    >
      <div className="only-narrow settings-toolbar">
        <Button kind="quiet" icon={<PanelLeft aria-hidden />} onClick={() => setListShown(!isListShown)}>
          {t('settings.sections')}
        </Button>
      </div>
      <div className="scroll" role="region" aria-label={t('settings.title')} tabIndex={0}>
        <div className="settings-column stack">
          <Section place={place} />
        </div>
      </div>
    </Workspace>
  )
}
