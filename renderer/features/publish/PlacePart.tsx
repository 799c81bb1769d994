import { useState } from 'react'
import type { PublishTarget, StagePublishing } from '../../../preload/contract/publish/publish.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { call, type Answer } from '../../api.ts'
import { isRefused } from '../../app/problems/issues.ts'
import { useBusy } from '../../app/state/useBusy.ts'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { useText } from '../../text/text.ts'
import { PLACES } from './places.ts'
import { StoreForm, type StoreDraft } from './StoreForm.tsx'

type PlacePartProps = {
  readonly tree: StageTree
  readonly publishing: StagePublishing
  readonly take: (answer: Answer<StagePublishing>) => void
}

/** Where the site goes. What was published at an earlier place stays there, so a move is asked about first. */
export const PlacePart = ({ tree, publishing, take }: PlacePartProps) => {
  const { t } = useText()
  const stage = tree.stage.guid
  const { target, published } = publishing
  const [kind, setKind] = useState<PublishTarget['kind']>(target?.kind ?? 'folder')
  const [refused, setRefused] = useState<'address' | 'endpoint' | null>(null)
  const [wanted, setWanted] = useState<(() => Promise<void>) | null>(null)
  const [isBusy, begin] = useBusy()

  const chooseFolder = async (): Promise<void> => {
    const answer = await call('publish:chooseFolder', { stage })
    if (!answer.ok) return take(answer)
    if (answer.value !== null) take({ ok: true, value: answer.value })
  }
  const store = async ({ address, endpoint, accessKeyId, secret }: StoreDraft): Promise<void> => {
    const given = { stage, address: address.trim(), endpoint: endpoint.trim() === '' ? null : endpoint.trim() }
    const set = await call('publish:setTarget', given)
    const problem = set.ok ? null : set.error
    setRefused(isRefused(problem, 'address') ? 'address' : isRefused(problem, 'endpoint') ? 'endpoint' : null)
    const isKeyGiven = secret !== '' && accessKeyId.trim() !== ''
    take(
      set.ok && isKeyGiven ? await call('publish:setSecret', { stage, accessKeyId: accessKeyId.trim(), secret }) : set,
    )
  }
  const ask = (isMove: boolean, work: () => Promise<void>): void => {
    if (isMove && published !== null) setWanted(() => work)
    else begin(work)
  }
  const isMoveTo = ({ address, endpoint }: StoreDraft): boolean =>
    target?.kind !== 's3' || target.address !== address.trim() || (target.endpoint ?? '') !== endpoint.trim()
  return (
    <div className="stack">
      <Choice
        label={t('publish.place')}
        value={kind}
        options={PLACES.map((value) => ({ value, label: t(`publish.place.${value}`) }))}
        onChange={setKind}
      />
      {kind === 'folder' ? (
        <>
          {target?.kind === 'folder' ? <p className="mono arranged-url">{target.path}</p> : null}
          <p className="field-hint">{t('publish.folder.hint')}</p>
          <div>
            <Button size="small" isDisabled={isBusy} onClick={() => ask(target !== null, chooseFolder)}>
              {t(target?.kind === 'folder' ? 'publish.folder.other' : 'publish.folder.choose')}
            </Button>
          </div>
        </>
      ) : (
        <StoreForm
          publishing={publishing}
          refused={refused}
          isBusy={isBusy}
          onUse={(draft) => ask(isMoveTo(draft), () => store(draft))}
          onForget={() => begin(async () => take(await call('publish:forgetSecret', { stage })))}
        />
      )}
      <Confirm
        title={t('publish.move.title')}
        effect={t('publish.move.effect')}
        confirmLabel={t('publish.move.do')}
        cancelLabel={t('do.cancel')}
        isOpen={wanted !== null}
        onConfirm={() => {
          setWanted(null)
          if (wanted !== null) begin(wanted)
        }}
        onCancel={() => setWanted(null)}
      />
    </div>
  )
}
