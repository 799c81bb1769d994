import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Diagnostics } from '../../../preload/contract/diagnostics.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import { Modal } from '../../components/Modal.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useText } from '../../text/text.ts'
import { diagnosticsOpened } from '../../app/opened/opened.ts'
import { awaitExport } from '../../app/jobs/exports.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { fetchValue, jobsQuery } from '../../app/state/queries.ts'
import { useStore } from '../../app/state/store.ts'
import { useBusy } from '../../app/state/useBusy.ts'
import './diagnostics.css'

const close = (): void => diagnosticsOpened.set(false)

const Contents = ({ diagnostics }: { readonly diagnostics: Diagnostics }) => {
  const { t } = useText()
  const client = useQueryClient()
  const [shown, setShown] = useState(0)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [isBusy, begin] = useBusy()
  const file = diagnostics.files[shown]
  const save = async (): Promise<void> => {
    setProblem(null)
    const answer = await call('app:diagnostics', { save: diagnostics.id })
    if (!answer.ok) return setProblem(answer.error)
    if (answer.value.jobId === null) return
    await client.invalidateQueries({ queryKey: jobsQuery.queryKey })
    awaitExport(answer.value.jobId, client.getQueryData(jobsQuery.queryKey) ?? [])
    close()
  }
  return (
    <>
      <div className="diagnostics">
        <ul className="diagnostics-files" aria-label={t('diagnostics.files')}>
          {diagnostics.files.map(({ name }, index) => (
            <li key={name}>
              <button
                type="button"
                className="diagnostics-file"
                aria-current={index === shown}
                onClick={() => setShown(index)}
              >
                <span className="mono">{name}</span>
                <span className="muted diagnostics-what">{t(`diagnostics.${whatIs(name)}`)}</span>
              </button>
            </li>
          ))}
        </ul>
        <pre className="mono diagnostics-text" tabIndex={0} aria-label={file?.name}>
          {file === undefined || file.text === '' ? t('diagnostics.nothing') : file.text}
        </pre>
      </div>
      {problem === null ? null : <Problem problem={problem} />}
      <div className="modal-buttons">
        <Button onClick={close}>{t('do.cancel')}</Button>
        <Button kind="primary" isDisabled={isBusy} onClick={() => begin(save)}>
          {t('diagnostics.save')}
        </Button>
      </div>
    </>
  )
}

const FILES = [
  'about',
  'settings',
  'network',
  'organizations',
  'keychain',
  'jobs',
  'database',
  'crashes',
  'log',
] as const

const whatIs = (name: string): (typeof FILES)[number] => FILES.find((known) => name.startsWith(`${known}.`)) ?? 'about'

const Gathering = () => {
  const { t } = useText()
  const diagnostics = useQuery({
    queryKey: ['diagnostics'],
    queryFn: () => fetchValue('app:diagnostics', {}),
    gcTime: 0,
  })
  return (
    <div className="form">
      <p className="modal-text">{t('diagnostics.what')}</p>
      {diagnostics.data !== undefined ? (
        <Contents key={diagnostics.data.id} diagnostics={diagnostics.data} />
      ) : diagnostics.error === null ? (
        <Skeleton rows={8} label={t('diagnostics.gathering')} />
      ) : (
        <Problem problem={diagnostics.error} onRetry={() => void diagnostics.refetch()} />
      )}
    </div>
  )
}

/** Shows all that diagnostics hold, file by file, before any of it is saved. */
export const DiagnosticsDialog = () => {
  const { t } = useText()
  const isOpen = useStore(diagnosticsOpened)
  return (
    <Modal title={t('diagnostics.title')} isOpen={isOpen} onClose={close} size="wide">
      {isOpen ? <Gathering /> : null}
    </Modal>
  )
}
