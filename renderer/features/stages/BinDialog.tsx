import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RemovedStage } from '../../../preload/contract/stages.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { useNow } from '../../app/state/now.ts'
import { binQuery, stagesQuery } from '../../app/state/queries.ts'
import { restoreStage } from '../../app/state/removals.ts'
import { useBusy } from '../../app/state/useBusy.ts'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { Modal } from '../../components/Modal.tsx'
import { formatAge, formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'

const DAY_MS = 24 * 60 * 60_000
/** The page's clock may be behind by as much. */
const CLOCK_MS = 60_000

type BinRowProps = {
  readonly stage: RemovedStage
  readonly isBusy: boolean
  readonly onRestore: () => void
  readonly onDelete: () => void
}

const BinRow = ({ stage, isBusy, onRestore, onDelete }: BinRowProps) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const days = Math.ceil((Date.parse(stage.deletedFrom) - nowMs - CLOCK_MS) / DAY_MS)
  return (
    <li className="bin-stage row">
      <span className="bin-what">
        <strong>{stage.name}</strong>
        <span className="muted">
          {[
            t('stage.rows', { count: stage.rows, rows: formatCount(stage.rows, language) }),
            t('bin.removed', { age: formatAge(stage.removedAt, nowMs, t) }),
            days > 0 ? t('bin.left', { count: days }) : t('bin.left.soon'),
          ].join(' · ')}
        </span>
      </span>
      <span className="bin-actions row">
        <Button size="small" isDisabled={isBusy} onClick={onRestore}>
          {t('bin.restore')}
        </Button>
        <Button size="small" kind="quiet" isDisabled={isBusy} onClick={onDelete}>
          {t('bin.delete')}
        </Button>
      </span>
    </li>
  )
}

/** Removed stages: to be restored, or deleted for good. */
export const BinDialog = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const { t } = useText()
  const client = useQueryClient()
  const bin = useQuery({ ...binQuery, enabled: isOpen })
  const [asked, setAsked] = useState<readonly RemovedStage[] | null>(null)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [isBusy, begin] = useBusy()
  const stages = bin.data ?? []
  const restore = async (stage: RemovedStage): Promise<void> => setProblem(await restoreStage(client, stage.guid))
  const deleteAll = async (gone: readonly RemovedStage[]): Promise<void> => {
    const [only] = gone
    const answer = await call('stage:emptyBin', gone.length === 1 && only !== undefined ? { stage: only.guid } : {})
    setProblem(answer.ok ? null : answer.error)
    await client.invalidateQueries({ queryKey: stagesQuery.queryKey })
  }
  const title =
    asked === null
      ? ''
      : asked.length === 1
        ? t('bin.confirm', { name: asked[0]?.name ?? '' })
        : t('bin.confirmAll', { count: asked.length })
  return (
    <>
      <Modal title={t('bin.title')} isOpen={isOpen} onClose={onClose} size="wide">
        <p className="muted">{stages.length === 0 && bin.isSuccess ? t('bin.empty') : t('bin.what')}</p>
        {bin.error === null ? null : <Problem problem={bin.error} onRetry={() => void bin.refetch()} />}
        {problem === null ? null : <Problem problem={problem} />}
        {stages.length === 0 ? null : (
          <ul className="bin scroll" aria-label={t('bin.title')}>
            {stages.map((stage) => (
              <BinRow
                key={stage.guid}
                stage={stage}
                isBusy={isBusy}
                onRestore={() => begin(() => restore(stage))}
                onDelete={() => setAsked([stage])}
              />
            ))}
          </ul>
        )}
        {stages.length === 0 ? null : (
          <div className="modal-buttons">
            <Button kind="danger" isDisabled={isBusy} onClick={() => setAsked(stages)}>
              {t(isBusy ? 'bin.deleting' : 'bin.emptyIt')}
            </Button>
            <Button onClick={onClose}>{t('do.close')}</Button>
          </div>
        )}
      </Modal>
      <Confirm
        title={title}
        effect={t('bin.confirm.effect')}
        confirmLabel={t('bin.delete')}
        cancelLabel={t('do.cancel')}
        isOpen={asked !== null}
        onConfirm={() => {
          setAsked(null)
          if (asked !== null) begin(() => deleteAll(asked))
        }}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}
