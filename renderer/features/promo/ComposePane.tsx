import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileUp, Send, Shuffle, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { PromoDraft, PromoPreview } from '../../../preload/contract/promo.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { useDemo } from '../../app/demo.ts'
import { changePromoDraft, promoDraft, readPromoDraft } from '../../app/promoDraft.ts'
import { useOrganization } from '../../app/state/organization.ts'
import { fetchValue } from '../../app/state/queries.ts'
import { useStore } from '../../app/state/store.ts'
import { useDebounced } from '../../app/state/useDebounced.ts'
import { Blank } from '../../components/Blank.tsx'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { TextField } from '../../components/Field.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatSize } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { decodeFile, FILE_LIMIT_BYTES } from './decodeFile.ts'
import { GenerateCodes } from './GenerateCodes.tsx'
import { JudgedLines } from './JudgedLines.tsx'
import { lineRange, raceIn, withoutRefused } from './promoText.ts'
import { SendDialog } from './SendDialog.tsx'

const REST_MS = 200

const usePreview = (profileId: ProfileId, raceText: string, text: string) => {
  const race = raceIn(raceText)
  return useQuery({
    queryKey: ['promo', 'preview', profileId, race, text],
    queryFn: () => fetchValue('promo:preview', { profileId, text, ...(race === null ? {} : { race }) }),
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

type CodeTextProps = {
  readonly profileId: ProfileId
  readonly text: string
  readonly fieldRef: React.RefObject<HTMLTextAreaElement | null>
}

const CodeText = ({ profileId, text, fieldRef }: CodeTextProps) => {
  const { t, language } = useText()
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const [isGenerating, setGenerating] = useState(false)
  const [note, setNote] = useState<string | null>(null)
  const read = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return
    const decoded =
      chosen.size > FILE_LIMIT_BYTES
        ? ({ problem: 'tooLarge' } as const)
        : decodeFile(new Uint8Array(await chosen.arrayBuffer()))
    if ('problem' in decoded) {
      setNote(t(`promo.file.${decoded.problem}`, { size: formatSize(FILE_LIMIT_BYTES, t, language) }))
      return
    }
    setNote(decoded.isWindows ? t('promo.file.windows') : null)
    changePromoDraft({ profileId, text: decoded.text })
  }
  return (
    <section className="promo-input stack">
      <label htmlFor={id} className="field-label">
        {t('promo.text')}
      </label>
      <p id={`${id}-hint`} className="field-hint">
        {t('promo.text.hint')}
      </p>
      <textarea
        id={id}
        ref={fieldRef}
        className="input mono promo-textarea"
        aria-describedby={`${id}-hint`}
        value={text}
        placeholder={t('promo.text.placeholder')}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => changePromoDraft({ profileId, text: event.target.value })}
      />
      {note === null ? null : (
        <p className="field-hint" role="status">
          {note}
        </p>
      )}
      <div className="promo-tools">
        <input
          ref={file}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          onChange={(event) => {
            void read(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button icon={<FileUp aria-hidden />} onClick={() => file.current?.click()}>
          {t('promo.open')}
        </Button>
        <Button icon={<Shuffle aria-hidden />} onClick={() => setGenerating(true)}>
          {t('promo.generate')}
        </Button>
        <Button
          kind="quiet"
          icon={<Trash2 aria-hidden />}
          isDisabled={text === ''}
          onClick={() => changePromoDraft({ profileId, text: '' })}
        >
          {t('do.clear')}
        </Button>
      </div>
      <GenerateCodes profileId={profileId} isOpen={isGenerating} onClose={() => setGenerating(false)} />
    </section>
  )
}

type DeskProps = { readonly profileId: ProfileId; readonly draft: PromoDraft; readonly onReceipts: () => void }

const ComposeDesk = ({ profileId, draft, onReceipts }: DeskProps) => {
  const { t } = useText()
  const { profiles, choose } = useOrganization()
  const rested = useDebounced(draft.text, REST_MS)
  const preview = usePreview(profileId, draft.race, rested)
  const field = useRef<HTMLTextAreaElement>(null)
  const [reviewed, setReviewed] = useState<PromoPreview | null>(null)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const race = raceIn(draft.race)
  const judged = draft.text.trim() === '' ? null : (preview.data ?? null)
  const isCurrent = rested === draft.text && !preview.isPlaceholderData

  const review = async (): Promise<void> => {
    if (race === null) return
    // A new preview, so that the dialog shows exactly what it will send.
    const answer = await call('promo:preview', { profileId, race, text: draft.text })
    setProblem(answer.ok ? null : answer.error)
    if (answer.ok && answer.value.id !== null) setReviewed(answer.value)
  }
  const showLine = (line: number): void => {
    const area = field.current
    if (area === null) return
    // The field's text has single line feeds; focusing scrolls to the caret.
    const [start, end] = lineRange(area.value, line)
    area.setSelectionRange(start, start)
    area.blur()
    area.focus()
    area.setSelectionRange(start, end)
  }
  const canReview = race !== null && isCurrent && judged !== null && judged.refused === 0 && judged.count > 0
  return (
    <>
      <div className="promo-bar promo-target">
        <Choice
          label={t('stages.add.profile')}
          value={profileId}
          options={profiles.map((profile) => ({ value: profile.id, label: profile.name }))}
          onChange={(id) => {
            choose(id)
            changePromoDraft({ profileId: id })
          }}
        />
        <div className="promo-race">
          <TextField
            label={t('promo.race')}
            placeholder={t('promo.race.placeholder')}
            problem={draft.race.trim() !== '' && race === null ? t('connect.stage.invalid') : null}
            value={draft.race}
            onChange={(text) => changePromoDraft({ profileId, race: text })}
            isMono
          />
        </div>
        <span className="gap" />
        <Button
          kind="primary"
          icon={<Send aria-hidden />}
          isDisabled={!canReview}
          {...(race === null ? { title: t('promo.review.noRace') } : {})}
          onClick={() => void review()}
        >
          {t('promo.review')}
        </Button>
      </div>
      {problem === null ? null : (
        <div className="promo-problem">
          <Problem problem={problem} />
        </div>
      )}
      <div className="promo-desk">
        <CodeText profileId={profileId} text={draft.text} fieldRef={field} />
        <section className="promo-judged column" aria-label={t('promo.table')}>
          {judged === null ? (
            preview.error === null || draft.text.trim() === '' ? (
              <Blank title={t('promo.empty.title')}>
                <p>{t('promo.empty.what')}</p>
                <DemoCodes />
              </Blank>
            ) : (
              <div className="promo-problem">
                <Problem problem={preview.error} onRetry={() => void preview.refetch()} />
              </div>
            )
          ) : (
            <JudgedLines
              preview={judged}
              onOpen={showLine}
              onRemoveRefused={
                isCurrent ? () => changePromoDraft({ profileId, text: withoutRefused(draft.text, judged.lines) }) : null
              }
            />
          )}
        </section>
      </div>
      {reviewed === null ? null : (
        <SendDialog
          key={reviewed.id}
          preview={reviewed}
          profileId={profileId}
          onAgain={() => void review()}
          onClose={() => setReviewed(null)}
          onReceipts={onReceipts}
        />
      )}
    </>
  )
}

/** Ready to review: nothing but the demo's own service ever receives them. */
const DEMO_CODES = 'SPRING10\t10\nCLUB25\t25\nVOLUNTEER\t100'

const DemoCodes = () => {
  const { t } = useText()
  const demo = useDemo(({ profileId, races }) => {
    changePromoDraft({ profileId, race: races[0] ?? '', text: DEMO_CODES })
    return Promise.resolve(null)
  })
  if (demo === null) return null
  return (
    <>
      <div className="blank-actions">
        <Button isDisabled={demo.isBusy} onClick={demo.begin}>
          {t('promo.demo')}
        </Button>
      </div>
      {demo.problem === null ? null : <Problem problem={demo.problem} />}
    </>
  )
}

/** Where a set of codes is put together, judged line by line and reviewed before it goes out. */
export const ComposePane = ({ onReceipts }: { readonly onReceipts: () => void }) => {
  const { t } = useText()
  const { profiles, profile: chosen } = useOrganization()
  const draft = useStore(promoDraft)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const read = (): void => void readPromoDraft().then(setProblem)
  useEffect(read, [])
  // Codes that were begun stay with their organization.
  const begun = draft === null || (draft.race === '' && draft.text === '') ? null : draft.profileId
  const profile = profiles.find(({ id }) => id === begun) ?? chosen
  if (profile === null) {
    return (
      <Blank title={t('promo.title')}>
        <p>{t('stages.add.noProfiles')}</p>
        <DemoCodes />
      </Blank>
    )
  }
  if (draft === null) {
    return problem === null ? (
      <Skeleton rows={8} label={t('app.starting')} />
    ) : (
      <div className="promo-problem">
        <Problem problem={problem} onRetry={read} />
      </div>
    )
  }
  return <ComposeDesk profileId={profile.id} draft={draft} onReceipts={onReceipts} />
}
