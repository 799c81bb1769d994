import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { SomeBibs, StartList, StartListReport } from '../../../preload/contract/columns.ts'
import type { ColumnRole } from '../../../preload/contract/roles.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { startListStage } from '../../app/opened/opened.ts'
import { sendFile } from '../../app/opened/sendFile.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { fetchValue } from '../../app/state/queries.ts'
import { useStore } from '../../app/state/store.ts'
import { useBusy } from '../../app/state/useBusy.ts'
import { Button } from '../../components/Button.tsx'
import { Modal } from '../../components/Modal.tsx'
import { formatCount, formatExact } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import './startListText.ts'
import './startList.css'

const close = (): void => startListStage.set(null)

type Chosen = { readonly file: File; readonly report: StartListReport }

const ask = async (
  operation: 'startList:try' | 'startList:join',
  stage: StageGuid,
  file: File,
): Promise<{ readonly report: StartListReport } | { readonly problem: AnyProblem | 'unreadable' }> => {
  const sent = await sendFile(file, new AbortController().signal, () => undefined)
  if (!sent.ok) return { problem: sent.error === 'stopped' ? 'unreadable' : sent.error }
  const answer = await call(operation, { stage, file: sent.id, name: file.name })
  return answer.ok ? { report: answer.value } : { problem: answer.error }
}

const KEYS: ReadonlySet<ColumnRole | null> = new Set(['bib', 'name', 'firstName', 'lastName'])

const noteOf = (role: ColumnRole | null): 'startList.key' | 'startList.notJoined' =>
  KEYS.has(role) ? 'startList.key' : 'startList.notJoined'

const Columns = ({ columns }: Pick<StartListReport, 'columns'>) => {
  const { t } = useText()
  return (
    <ul className="start-list-columns">
      {columns.map(({ name, role, isJoined, isSent }) => (
        <li key={name} className={isJoined && isSent !== true ? undefined : 'muted'}>
          {name}
          {role === null ? '' : ` (${t(`role.${role}`).toLocaleLowerCase()})`}
          {isSent === true ? ` — ${t('startList.sent')}` : isJoined ? '' : ` — ${t(noteOf(role))}`}
        </li>
      ))}
    </ul>
  )
}

const Bibs = ({ text, some: { total, bibs } }: { readonly text: string; readonly some: SomeBibs }) =>
  total === 0 ? null : (
    <p>
      {text} <span className="muted">{bibs.join(', ') + (total > bibs.length ? '…' : '')}</span>
    </p>
  )

const Report = ({ report }: { readonly report: StartListReport }) => {
  const { t, language } = useText()
  const { fileName, lines, matched, unmatched, repeated, otherNames, withoutBib } = report
  const count = (value: number): string => formatCount(value, language)
  return (
    <div role="status">
      <p>
        <strong>{t('startList.matched', { name: fileName, matched: count(matched), lines: count(lines) })}</strong>
      </p>
      <Columns columns={report.columns} />
      <Bibs text={t('startList.unmatched', { bibs: count(unmatched.total) })} some={unmatched} />
      <Bibs text={t('startList.repeated', { bibs: count(repeated.total) })} some={repeated} />
      <Bibs text={t('startList.otherNames', { bibs: count(otherNames.total) })} some={otherNames} />
      {withoutBib === 0 ? null : <p>{t('startList.withoutBib', { lines: count(withoutBib) })}</p>}
    </div>
  )
}

const Joined = ({ list }: { readonly list: StartList }) => {
  const { t, language } = useText()
  return (
    <div>
      <p>
        <strong>{t('startList.joined', { name: list.fileName, time: formatExact(list.joinedAt, language) })}</strong>
      </p>
      <Columns columns={list.columns} />
    </div>
  )
}

/** Joins a start list to a stage, after saying what that would do, and removes it. */
export const StartListDialog = () => {
  const { t } = useText()
  const client = useQueryClient()
  const stage = useStore(startListStage)
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [problem, setProblem] = useState<AnyProblem | 'unreadable' | null>(null)
  const [isBusy, begin] = useBusy()
  const joined = useQuery({
    queryKey: ['startList', stage],
    queryFn: () => (stage === null ? null : fetchValue('startList:read', { stage })),
    enabled: stage !== null,
  })
  const renew = (): Promise<void> => client.invalidateQueries({ queryKey: ['startList', stage] })
  const end = (): void => {
    setChosen(null)
    setProblem(null)
    close()
  }
  const choose = async (guid: StageGuid, file: File): Promise<void> => {
    const tried = await ask('startList:try', guid, file)
    setChosen('report' in tried ? { file, report: tried.report } : null)
    setProblem('problem' in tried ? tried.problem : null)
  }
  const join = async (guid: StageGuid, { file }: Chosen): Promise<void> => {
    const done = await ask('startList:join', guid, file)
    if ('problem' in done) return setProblem(done.problem)
    await renew()
    end()
  }
  const remove = async (guid: StageGuid): Promise<void> => {
    const removed = await call('startList:remove', { stage: guid })
    setProblem(removed.ok ? null : removed.error)
    await renew()
  }
  const list = joined.data ?? null
  return (
    <Modal title={t('startList.title')} isOpen={stage !== null} onClose={end} size="wide">
      <p className="muted">{t('startList.what')}</p>
      {problem === null ? null : problem === 'unreadable' || problem.kind === 'invalid-input' ? (
        <p role="alert">{t(problem === 'unreadable' ? 'verify.unreadable' : 'startList.refused')}</p>
      ) : (
        <Problem problem={problem} />
      )}
      {chosen === null ? list === null ? null : <Joined list={list} /> : <Report report={chosen.report} />}
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file !== undefined && stage !== null) begin(() => choose(stage, file))
        }}
      />
      <div className="modal-buttons">
        {chosen === null && list !== null && stage !== null ? (
          <Button isDisabled={isBusy} onClick={() => begin(() => remove(stage))}>
            {t('startList.remove')}
          </Button>
        ) : null}
        <Button
          kind={chosen === null && list === null ? 'primary' : 'plain'}
          isDisabled={isBusy}
          onClick={() => input.current?.click()}
        >
          {t(chosen === null && list === null ? 'startList.choose' : 'startList.chooseOther')}
        </Button>
        {chosen === null || stage === null ? null : (
          <Button
            kind="primary"
            isDisabled={isBusy || chosen.report.matched === 0}
            onClick={() => begin(() => join(stage, chosen))}
          >
            {t('startList.join')}
          </Button>
        )}
      </div>
    </Modal>
  )
}
