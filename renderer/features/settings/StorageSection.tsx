import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RemovablePart, StorageUsage } from '../../../preload/contract/storage.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { storageQuery } from '../../app/state/queries.ts'
import { useBusy } from '../../app/state/useBusy.ts'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { Mark } from '../../components/Mark.tsx'
import { formatSize } from '../../text/format.ts'
import { useText } from '../../text/text.ts'

const REMOVABLE: readonly RemovablePart[] = ['earlier-replies', 'orders', 'lists', 'calls']
const isRemovable = (part: string): part is RemovablePart => REMOVABLE.some((one) => one === part)

type PartsProps = {
  readonly usage: StorageUsage
  readonly chosen: readonly RemovablePart[]
  readonly onChoose: (chosen: readonly RemovablePart[]) => void
}

const Parts = ({ usage, chosen, onChoose }: PartsProps) => {
  const { t, language } = useText()
  return (
    <table className="storage" aria-label={t('storage.table')}>
      <thead>
        <tr>
          <th scope="col">{t('storage.part')}</th>
          <th scope="col" className="storage-size">
            {t('storage.size')}
          </th>
          <th scope="col">{t('storage.remove')}</th>
        </tr>
      </thead>
      <tbody>
        {usage.parts.map(({ part, bytes, removable }) => (
          <tr key={part}>
            <th scope="row">{t(`storage.part.${part}`)}</th>
            <td className="storage-size">{formatSize(bytes, t, language)}</td>
            <td>
              {!isRemovable(part) || removable === 0 ? null : (
                <label className="storage-choice">
                  <input
                    type="checkbox"
                    checked={chosen.includes(part)}
                    onChange={({ target }) =>
                      onChoose(target.checked ? [...chosen, part] : chosen.filter((one) => one !== part))
                    }
                  />
                  <span>{t(`storage.remove.${part}`)}</span>
                </label>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Lists the disk space of each kind of data and frees what the user ticks. */
export const StorageSection = () => {
  const { t, language } = useText()
  const client = useQueryClient()
  const asked = useQuery(storageQuery)
  const [chosen, setChosen] = useState<readonly RemovablePart[]>([])
  const [isAsking, setAsking] = useState(false)
  const [freed, setFreed] = useState<number | null>(null)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [isBusy, begin] = useBusy()
  const usage = asked.data
  const size = (bytes: number): string => formatSize(bytes, t, language)
  const free = async (before: StorageUsage): Promise<void> => {
    const answer = await call('storage:free', { parts: chosen })
    setProblem(answer.ok ? null : answer.error)
    if (!answer.ok) return
    client.setQueryData(storageQuery.queryKey, answer.value)
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== storageQuery.queryKey[0] })
    setFreed(Math.max(0, before.fileBytes - answer.value.fileBytes))
    setChosen([])
  }
  const about = (shown: StorageUsage): number =>
    shown.freeBytes +
    shown.parts
      .filter(({ part }) => chosen.some((one) => one === part))
      .reduce((sum, { removable }) => sum + removable, 0)
  const names = chosen.map((part) => t(`storage.remove.${part}`).toLocaleLowerCase(language)).join(', ')
  return (
    <>
      <h1>{t('storage.title')}</h1>
      {asked.error === null ? null : <Problem problem={asked.error} />}
      {usage === undefined ? (
        asked.error === null ? (
          <p className="muted">{t('storage.reckoning')}</p>
        ) : null
      ) : (
        <>
          <p>{t('storage.total', { size: size(usage.fileBytes), free: size(usage.freeBytes) })}</p>
          <Parts usage={usage} chosen={chosen} onChoose={setChosen} />
          <p className="field-hint">{t('storage.kept')}</p>
          <div className="settings-buttons row" role="status">
            {isBusy || about(usage) > 0 ? (
              <Button isDisabled={isBusy} onClick={() => setAsking(true)}>
                {t(isBusy ? 'storage.freeing' : 'storage.free')}
              </Button>
            ) : (
              <span>{t(usage.parts.some(({ removable }) => removable > 0) ? 'storage.choose' : 'storage.none')}</span>
            )}
            {freed === null || isBusy ? null : <Mark kind="ok">{t('storage.freed', { size: size(freed) })}</Mark>}
          </div>
          <p className="field-hint">{t('storage.busy')}</p>
          {problem === null ? null : <Problem problem={problem} />}
          <Confirm
            title={t('storage.confirm', { size: size(about(usage)) })}
            effect={chosen.length === 0 ? t('storage.confirm.compact') : t('storage.confirm.effect', { parts: names })}
            confirmLabel={t('storage.confirm.do')}
            cancelLabel={t('do.cancel')}
            isOpen={isAsking}
            onConfirm={() => {
              setAsking(false)
              begin(() => free(usage))
            }}
            onCancel={() => setAsking(false)}
          />
        </>
      )}
    </>
  )
}
