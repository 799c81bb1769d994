import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Stage } from '../../../preload/contract/stages.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import { Mark } from '../../components/Mark.tsx'
import { Modal } from '../../components/Modal.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { damagedNames } from '../../app/problems/describeProblem.ts'
import { personalText } from '../../app/personalText.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { fetchValue } from '../../app/state/queries.ts'
import { savedCapsule } from '../../app/opened/opened.ts'
import { useStartExport } from '../../app/jobs/startExport.ts'
import { useStore } from '../../app/state/store.ts'
import { useBusy } from '../../app/state/useBusy.ts'

const close = (): void => savedCapsule.set(null)

const Saving = ({ stage }: { readonly stage: Stage }) => {
  const { t, language } = useText()
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [isBusy, begin] = useBusy()
  const startExport = useStartExport()
  // Every table lists its personal columns.
  const looked = useQuery({
    queryKey: ['preflight', stage.guid, 'capsule'],
    queryFn: () => fetchValue('results:preflight', { stage: stage.guid, format: 'csv', offset: 0, limit: 0 }),
    gcTime: 0,
  })
  const personal = looked.data?.personal ?? []
  const damaged = looked.data?.damaged ?? []
  const save = async (): Promise<void> => {
    const failed = await startExport(call('capsule:save', { stage: stage.guid, areDamagedLeftOut: damaged.length > 0 }))
    if (failed === null) close()
    else setProblem(failed)
    if (failed?.kind === 'damaged-replies') await looked.refetch()
  }
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        begin(save)
      }}
    >
      <p className="modal-text">
        {t('capsule.save.what', {
          name: stage.name,
          rows: t('stage.rows', { count: stage.rows, rows: formatCount(stage.rows, language) }),
        })}
      </p>
      <Mark kind="ok">{t('capsule.save.noKeys')}</Mark>
      {looked.isPending ? <p className="muted">{t('capsule.save.checking')}</p> : null}
      {personal.length === 0 ? null : (
        <p className="modal-text" role="status">
          {t('capsule.save.personal', { columns: personalText(personal, t) })}
        </p>
      )}
      {damaged.length === 0 ? null : (
        <Mark kind="problem">{t('capsule.save.damaged', { count: damaged.length, names: damagedNames(damaged) })}</Mark>
      )}
      {looked.error === null ? null : <Problem problem={looked.error} />}
      {problem === null ? null : <Problem problem={problem} />}
      <div className="modal-buttons">
        <Button onClick={close}>{t('do.cancel')}</Button>
        <Button kind="primary" isSubmit isDisabled={isBusy || looked.isPending}>
          {t(damaged.length === 0 ? 'capsule.save.do' : 'capsule.save.doWithout')}
        </Button>
      </div>
    </form>
  )
}

/** Says what of people a capsule would hold before it is saved. */
export const SaveCapsuleDialog = () => {
  const { t } = useText()
  const stage = useStore(savedCapsule)
  return (
    <Modal title={t('capsule.save.title')} isOpen={stage !== null} onClose={close}>
      {stage === null ? null : <Saving key={stage.guid} stage={stage} />}
    </Modal>
  )
}
