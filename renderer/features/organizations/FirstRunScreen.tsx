import { useQueryClient } from '@tanstack/react-query'
import { CircleQuestionMark, Keyboard } from 'lucide-react'
import { useState } from 'react'
import type { Problem as AnyProblem } from '../../api.ts'
import { beginDemoRace } from '../../app/demo.ts'
import { runShortcut } from '../../app/commands/shortcuts.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import type { Route } from '../../app/address.ts'
import { ConnectForm } from '../../app/organization/ConnectForm.tsx'
import { chooseCapsule } from '../../app/opened/openCapsule.ts'
import { saveSettings } from '../../app/state/settings.ts'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useText, type Language } from '../../text/text.ts'
import { FirstPicture } from './FirstPicture.tsx'
import './firstRun.css'

type FirstRunProps = { readonly onDone: (next: Route) => void }

const Choices = ({ onDone, onConnect }: FirstRunProps & { readonly onConnect: () => void }) => {
  const { t, language } = useText()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<AnyProblem | null>(null)

  const tryDemo = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    const begun = await beginDemoRace(client, language)
    if (!begun.ok) {
      setProblem(begun.error)
      setBusy(false)
      return
    }
    onDone(begun.value)
  }

  return (
    <div className="first-choices stack">
      <div className="first-choice">
        <Button kind="primary" size="large" isDisabled={isBusy} onClick={() => void tryDemo()}>
          {t('first.demo')}
        </Button>
        <p className="muted" role="status">
          {isBusy ? t('first.demo.busy') : t('first.demo.about')}
        </p>
      </div>
      <div className="first-choice">
        <Button size="large" isDisabled={isBusy} onClick={onConnect}>
          {t('first.connect')}
        </Button>
        <p className="muted">{t('first.connect.about')}</p>
      </div>
      <div className="first-choice">
        <Button size="large" isDisabled={isBusy} onClick={chooseCapsule}>
          {t('capsule.open')}
        </Button>
        <p className="muted">{t('capsule.open.ask')}</p>
      </div>
      {problem === null ? null : <Problem problem={problem} />}
    </div>
  )
}

const LANGUAGES: readonly Language[] = ['en', 'ru']

const FirstHead = () => {
  const { t, language } = useText()
  const client = useQueryClient()
  return (
    <header className="first-head row">
      <p className="first-name">{t('app.name')}</p>
      <span className="gap" />
      <IconButton label={t('app.shortcuts')} icon={<Keyboard aria-hidden />} onClick={() => runShortcut('shortcuts')} />
      <IconButton
        label={t('help.title')}
        icon={<CircleQuestionMark aria-hidden />}
        onClick={() => runShortcut('help')}
      />
      <Choice
        label={t('settings.language')}
        isLabelHidden
        value={language}
        options={LANGUAGES.map((value) => ({ value, label: t(`settings.language.${value}`) }))}
        onChange={(chosen) => void saveSettings(client, { language: chosen })}
      />
    </header>
  )
}

/** The first start: the demo race, or an organization of one's own. */
export const FirstRunScreen = ({ onDone }: FirstRunProps) => {
  const { t } = useText()
  const [isConnecting, setConnecting] = useState(false)
  return (
    <main className="first">
      <div className="first-column column">
        <FirstHead />
        {isConnecting ? (
          <div className="first-connect">
            <ConnectForm onBack={() => setConnecting(false)} onDone={onDone} later={() => ({ screen: 'stages' })} />
          </div>
        ) : (
          <div className="first-start">
            <div>
              <h1>{t('first.title')}</h1>
              <p className="muted first-lead">{t('first.lead')}</p>
              <Choices onDone={onDone} onConnect={() => setConnecting(true)} />
            </div>
            <FirstPicture />
          </div>
        )}
      </div>
    </main>
  )
}
