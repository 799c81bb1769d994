import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PublishTarget, StagePublishing } from '../../../preload/contract/publish/publish.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { call, type Answer } from '../../api.ts'
import { FolderDialog } from '../../app/folders/FolderDialog.tsx'
import { isRefused } from '../../app/problems/issues.ts'
import { infoQuery } from '../../app/state/queries.ts'
import { useBusy } from '../../app/state/useBusy.ts'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { useText } from '../../text/text.ts'
import { formatClock } from '../../text/format.ts'
import { placeText, PLACES } from './places.ts'
import { storeAddressOf, type StoreDraft, type StoreKind } from './storeDraft.ts'
import { StoreForm } from './StoreForm.tsx'

type PlacePartProps = {
  readonly tree: StageTree
  readonly publishing: StagePublishing
  readonly take: (answer: Answer<StagePublishing>) => void
}

/** Where the site goes. What was published at an earlier place stays there, so a move is asked about first. */
export const PlacePart = ({ tree, publishing, take }: PlacePartProps) => {
  const { t, language } = useText()
  const stage = tree.stage.guid
  const { target, published, left } = publishing
  const [kind, setKind] = useState<PublishTarget['kind']>(target?.kind ?? 'folder')
  const [refused, setRefused] = useState<'address' | 'endpoint' | null>(null)
  const [wanted, setWanted] = useState<(() => Promise<void>) | null>(null)
  const [isBusy, begin] = useBusy()

  const [isChoosing, setChoosing] = useState(false)
  // The desktop app asks in a dialog of the system.
  const isDesktop = useQuery(infoQuery).data?.face === 'desktop'

  const takeFolder = async (folder?: string): Promise<Answer<unknown>> => {
    const answer = await call('publish:chooseFolder', folder === undefined ? { stage } : { stage, folder })
    if (answer.ok && answer.value !== null) take({ ok: true, value: answer.value })
    return answer
  }
  const chooseFolder = async (): Promise<void> => {
    if (!isDesktop) return setChoosing(true)
    const answer = await takeFolder()
    if (!answer.ok) take(answer)
  }
  const store = async (storeKind: StoreKind, draft: StoreDraft): Promise<void> => {
    const set = await call('publish:setTarget', { stage, ...storeAddressOf(storeKind, draft) })
    const problem = set.ok ? null : set.error
    setRefused(isRefused(problem, 'address') ? 'address' : isRefused(problem, 'endpoint') ? 'endpoint' : null)
    const accessKeyId = storeKind === 's3' ? draft.user.trim() : ''
    const isSecretGiven = draft.secret !== '' && (storeKind !== 's3' || accessKeyId !== '')
    take(set.ok && isSecretGiven ? await call('publish:setSecret', { stage, accessKeyId, secret: draft.secret }) : set)
  }
  const ask = (isMove: boolean, work: () => Promise<void>): void => {
    if (isMove && published !== null) setWanted(() => work)
    else begin(work)
  }
  const isMoveTo = (storeKind: StoreKind, draft: StoreDraft): boolean => {
    const wantedPlace = storeAddressOf(storeKind, draft)
    const isSamePlace = target?.kind === storeKind && target.address === wantedPlace.address
    return !isSamePlace || (target.kind === 's3' && target.endpoint !== wantedPlace.endpoint)
  }
  return (
    <div className="stack publish-part">
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
          <FolderDialog
            start={target?.kind === 'folder' ? target.path : null}
            isOpen={isChoosing}
            onClose={() => setChoosing(false)}
            onChoose={takeFolder}
          />
        </>
      ) : (
        <StoreForm
          key={kind}
          kind={kind}
          publishing={publishing}
          refused={refused}
          isBusy={isBusy}
          onUse={(draft) => ask(isMoveTo(kind, draft), () => store(kind, draft))}
          onForget={() => begin(async () => take(await call('publish:forgetSecret', { stage })))}
        />
      )}
      {left.map((place) => (
        <p key={placeText(place.target)} className="field-hint arranged-url">
          {t('publish.left', {
            place: placeText(place.target),
            time: formatClock(place.at, Date.now(), language),
          })}
        </p>
      ))}
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
