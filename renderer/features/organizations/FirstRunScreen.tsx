import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Problem as AnyProblem } from '../../api.ts'
import { beginDemoRace } from '../../app/demo.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import type { Route } from '../../app/address.ts'
import { chooseCapsule } from '../../app/opened/openCapsule.ts'
import { Button } from '../../components/Button.tsx'
import { useText } from '../../text/text.ts'
import { ConnectForm } from './ConnectForm.tsx'
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

/** The first start: the demo race, or an organization of one's own. */
export const FirstRunScreen = ({ onDone }: FirstRunProps) => {
  const { t } = useText()
  const [isConnecting, setConnecting] = useState(false)
  return (
    <main className="first">
      <div className="first-column column">
        <p className="first-name">{t('app.name')}</p>
        {isConnecting ? (
          <ConnectForm onBack={() => setConnecting(false)} onDone={onDone} />
        ) : (
          <>
            <h1>{t('first.title')}</h1>
            <p className="muted first-lead">{t('first.lead')}</p>
            <Choices onDone={onDone} onConnect={() => setConnecting(true)} />
          </>
        )}
      </div>
    </main>
  )
}
