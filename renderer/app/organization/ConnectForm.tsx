import { useState } from 'react'
import type { Profile } from '../../../preload/contract/organizations.ts'
import { Button } from '../../components/Button.tsx'
import { useText } from '../../text/text.ts'
import type { Route } from '../address.ts'
import { OrganizationForm } from './OrganizationForm.tsx'
import { StageForm } from './StageForm.tsx'

type ConnectFormProps = {
  readonly onBack?: () => void
  readonly onDone: (next: Route) => void
  /** The next screen of a user who adds no stage now. */
  readonly later: (profile: Profile) => Route
}

/** A new organization and its first stage, on the first start and in the settings. */
export const ConnectForm = ({ onBack, onDone, later }: ConnectFormProps) => {
  const { t } = useText()
  const [profile, setProfile] = useState<Profile | null>(null)
  const [step, setStep] = useState<1 | 2>(1)
  return (
    <div className="connect stack">
      <p className="muted">{t('connect.step', { step, steps: 2 })}</p>
      <h1>{t(step === 1 ? 'connect.title' : 'connect.stage.title')}</h1>
      {step === 1 || profile === null ? (
        <OrganizationForm
          profile={profile}
          isNew
          onSaved={(saved) => {
            setProfile(saved)
            setStep(2)
          }}
          {...(onBack === undefined ? {} : { onBack })}
        />
      ) : (
        <StageForm
          profileId={profile.id}
          onDone={onDone}
          ways={
            <>
              <Button kind="quiet" onClick={() => setStep(1)}>
                {t('do.back')}
              </Button>
              <span className="gap" />
              <Button onClick={() => onDone(later(profile))}>{t('connect.later')}</Button>
            </>
          }
        />
      )}
    </div>
  )
}
