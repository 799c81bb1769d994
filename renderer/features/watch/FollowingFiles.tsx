import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Input } from '../../../preload/contract.ts'
import type { AutoExport, ExportOptions } from '../../../preload/contract/files.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import { call, type Answer, type Problem as AnyProblem } from '../../api.ts'
import { FolderDialog } from '../../app/folders/FolderDialog.tsx'
import { useNow } from '../../app/state/now.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { autoExportQuery, infoQuery } from '../../app/state/queries.ts'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Mark } from '../../components/Mark.tsx'
import type { TextKey } from '../../text/en/en.ts'
import { formatClock, formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'

type Kind = { readonly label: TextKey; readonly options: ExportOptions }

const KINDS: { readonly [name: string]: Kind } = {
  xlsx: { label: 'export.format.xlsx', options: { format: 'xlsx' } },
  ru: { label: 'stage.export.ru', options: { format: 'csv', preset: 'ru' } },
  en: { label: 'stage.export.en', options: { format: 'csv', preset: 'en' } },
  import: { label: 'stage.export.import', options: { format: 'csv', preset: 'import' } },
  tsv: { label: 'stage.export.tsv', options: { format: 'csv', preset: 'tsv' } },
  html: { label: 'export.format.html', options: { format: 'html' } },
  json: { label: 'export.format.json', options: { format: 'json' } },
  ndjson: { label: 'export.format.ndjson', options: { format: 'ndjson' } },
}

const nameOf = ({ format, preset }: ExportOptions): string => (format === 'csv' ? (preset ?? 'en') : format)

const LastRound = ({ state }: { readonly state: AutoExport }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  if (state.error !== null) {
    return (
      <>
        <Problem problem={state.error} />
        <p className="field-hint">{t('autoExport.next')}</p>
      </>
    )
  }
  return (
    <p className="field-hint" role="status">
      {state.writtenAt === null
        ? t('autoExport.none')
        : t('autoExport.last', {
            time: formatClock(state.writtenAt, nowMs, language),
            written: formatCount(state.written, language),
            kept: formatCount(state.kept, language),
          })}
    </p>
  )
}

/** Files under names that the stage or a category no longer has. */
const Replaced = ({ state: { replaced } }: { readonly state: AutoExport }) => {
  const { t, language } = useText()
  if (replaced === undefined) return null
  const { removed, left } = replaced
  return (
    <>
      {removed === 0 ? null : (
        <p className="field-hint">
          {t('autoExport.replaced', { count: removed, files: formatCount(removed, language) })}
        </p>
      )}
      {left.length === 0 ? null : (
        <p className="field-hint">{t('autoExport.left', { files: left.map(fileNameOf).join(', ') })}</p>
      )}
    </>
  )
}

const fileNameOf = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

/** Files that a watch writes: whether, where, as what; every change holds at once. */
export const FollowingFiles = ({ stage }: { readonly stage: StageGuid }) => {
  const { t, language } = useText()
  const client = useQueryClient()
  const state = useQuery(autoExportQuery(stage)).data ?? null
  const isDesktop = useQuery(infoQuery).data?.face === 'desktop'
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const kind = state === null ? (chosen ?? (language === 'ru' ? 'ru' : 'xlsx')) : nameOf(state.options)
  const isOn = state?.isOn === true

  const [isChoosing, setChoosing] = useState(false)

  const ask = async (change: NonNullable<Input<'stage:autoExport'>['set']>): Promise<Answer<unknown>> => {
    setProblem(null)
    const answer = await call('stage:autoExport', { stage, set: change })
    if (answer.ok) client.setQueryData(autoExportQuery(stage).queryKey, answer.value)
    return answer
  }
  const set = async (change: NonNullable<Input<'stage:autoExport'>['set']>): Promise<void> => {
    const answer = await ask(change)
    if (!answer.ok) setProblem(answer.error)
  }
  const optionsFor = (name: string): ExportOptions => KINDS[name]?.options ?? { format: 'xlsx' }

  return (
    <fieldset className="watch-categories watch-files stack">
      <legend className="field-label">{t('autoExport.title')}</legend>
      <label className="watch-choice row">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) =>
            void set({ isOn: event.target.checked, ...(state === null ? { options: optionsFor(kind) } : {}) })
          }
        />
        {t('autoExport.on')}
      </label>
      <p className="field-hint">{t('autoExport.what')}</p>
      {isOn ? (
        <>
          <p className="watch-folder row">
            <span>{t('autoExport.folder', { folder: state.folder })}</span>
            <Button
              size="small"
              onClick={() => (isDesktop ? void set({ isOn: true, isFolderAsked: true }) : setChoosing(true))}
            >
              {t('autoExport.other')}
            </Button>
          </p>
          <FolderDialog
            start={state.folder}
            isOpen={isChoosing}
            onClose={() => setChoosing(false)}
            onChoose={(folder) => ask({ isOn: true, folder })}
          />
          <LastRound state={state} />
          {state.warnings?.map((warning) => (
            <Mark key={warning} kind="partial">
              {t(`export.warning.${warning}`)}
            </Mark>
          ))}
          <Replaced state={state} />
        </>
      ) : null}
      <Choice
        label={t('autoExport.format')}
        value={kind}
        options={Object.entries(KINDS).map(([value, { label }]) => ({ value, label: t(label) }))}
        onChange={(name) => {
          setChosen(name)
          if (state !== null) void set({ isOn, options: optionsFor(name) })
        }}
      />
      {problem === null ? null : <Problem problem={problem} />}
    </fieldset>
  )
}
