import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useId, useState } from 'react'
import type { ResultsChoice } from '../../../preload/contract/files.ts'
import type { RowPlace, StageGuid } from '../../../preload/contract/ids.ts'
import type { ResultsQuery } from '../../../preload/contract/results.ts'
import type { Distance } from '../../../preload/contract/stages.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { usePrint } from '../../app/print.ts'
import { isKeyMisplaced, isRefused } from '../../app/problems/issues.ts'
import { fetchValue, infoQuery } from '../../app/state/queries.ts'
import { useRemembered, useRememberedOfStage } from '../../app/state/remembered.ts'
import { useStartExport } from '../../app/jobs/startExport.ts'
import { useBusy } from '../../app/state/useBusy.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { Mark } from '../../components/Mark.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { placesOf } from '../../app/stage/loadSelectedRows.ts'
import {
  asks,
  HEAD_FIELDS,
  isByPersonChosen,
  isByPersonIn,
  isProtocolHead,
  isRememberedExport,
  nothingAgreed,
  optionsOf,
  queryOf,
  whatOf,
  type ExportDraft,
  type ExportWhat,
} from './exportDraft.ts'
import { arePresets, partsOf, presetOf, withPreset } from './exportPresets.ts'
import { ExportFooter } from './ExportFooter.tsx'
import { FilePreview } from './FilePreview.tsx'
import { FileOptions, Tick } from './FileOptions.tsx'
import { PartChoice } from './PartChoice.tsx'
import { Preflight } from './Preflight.tsx'
import { Presets } from './Presets.tsx'

export type ExportFormProps = {
  /** Query of the table, with search, filters and order. */
  readonly view: ResultsQuery & Pick<ResultsChoice, 'areSimilar'>
  readonly viewRows: number
  /** The table shows one line a person. */
  readonly isByPerson: boolean
  /** Names of the columns of the body that the table shows, in their order. */
  readonly viewColumns: readonly string[]
  /** The tree's selection, when search or filters narrow it. */
  readonly scope: { readonly name: string; readonly rows: number } | null
  /** Null when that is what the table shows. */
  readonly stageRows: number | null
  /** Of the stage, for a choice of several categories. */
  readonly distances: readonly Distance[]
  readonly selected: number
  /** Rejects with the problem. */
  readonly loadSelected: () => Promise<readonly RowPlace[]>
  readonly onClose: () => void
}

const rowsOf = (categories: Distance['categories']): number => categories.reduce((sum, { rows }) => sum + rows, 0)

/** A preset's columns that the stage has; where it has none of them, those of the table. */
const knownColumns = async (
  stage: StageGuid,
  saved: readonly string[] | null,
  viewColumns: readonly string[],
): Promise<readonly string[]> => {
  if (saved === null) return viewColumns
  const { columns } = await fetchValue('results:page', { stage, offset: 0, limit: 0 })
  const known = saved.filter((wanted) => columns.some(({ name }) => name === wanted))
  return known.length === 0 ? viewColumns : known
}

/** The most rows that a question may name one by one. */
const MOST_PICKED = 10_000

/** Rows with problems that one answer gives whole. */
const MOST_PROBLEMS = 2_000

export const ExportForm = (props: ExportFormProps) => {
  const { t, language } = useText()
  const isDesktop = useQuery(infoQuery).data?.face === 'desktop'
  const [remembered, setRemembered] = useRemembered('export', isRememberedExport, {
    format: 'xlsx',
    preset: language === 'ru' ? 'ru' : 'en',
    orientation: 'portrait',
    withReceipt: false,
  })
  const [held, hold] = useState<Omit<ExportDraft, 'language'> & Partial<ExportDraft>>({
    ...remembered,
    what: props.selected > 1 ? 'selection' : 'view',
    parts: [],
    columns: null,
    areAllColumns: false,
    isByPerson: null,
    isRaw: false,
    isWorkbook: false,
    isPage: remembered.format === 'protocol',
    protocolHead: null,
    isFinal: false,
    areDatesFull: false,
    ...nothingAgreed,
  })
  // A file is in the app's language until another one is chosen.
  const draft: ExportDraft = { language, ...held }
  const [presets, setPresets] = useRemembered('exportPresets', arePresets, [])
  const [missing, setMissing] = useState<readonly string[]>([])
  const { stage } = props.view
  const [storedHead] = useRememberedOfStage(stage, 'protocol', isProtocolHead)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [isBusy, begin] = useBusy()
  const startExport = useStartExport()
  const print = usePrint()
  const change = (part: Partial<ExportDraft>): void => hold({ ...held, ...part })

  const what = whatOf(draft, props.view, props.scope !== null)
  const areColumnsChosen = asks(draft, 'columns') && !draft.areAllColumns
  const choose = async (): Promise<ResultsChoice> => {
    const columns = areColumnsChosen ? { columns: await knownColumns(stage, draft.columns, props.viewColumns) } : {}
    const query = what === 'selection' ? props.view : queryOf(what, props.view, draft.parts)
    const rows = what === 'selection' ? { rows: placesOf(await props.loadSelected()) } : {}
    const byPerson = isByPersonIn(draft, query, props.distances, props.isByPerson) ? { isByPerson: true as const } : {}
    return { ...query, ...columns, ...rows, ...byPerson }
  }
  const isByPerson = isByPersonChosen(draft, props.isByPerson)
  const options = optionsOf(draft)
  const isNoPart = what === 'parts' && draft.parts.length === 0
  // Other rows may be selected when the dialog opens again, and a preview's address is good for one load.
  const opening = useId()
  const choice = [
    opening,
    props.view,
    what,
    draft.parts,
    areColumnsChosen ? (draft.columns ?? props.viewColumns) : null,
    isByPerson,
    options,
  ]
  const preflight = useQuery({
    queryKey: ['preflight', draft.format, what, ...choice],
    queryFn: async () =>
      await fetchValue('results:preflight', { ...(await choose()), ...options, offset: 0, limit: MOST_PROBLEMS }),
    // The check of another format says nothing about this one.
    placeholderData: (last, of) => (of?.queryKey[1] === draft.format && of.queryKey[2] === what ? last : undefined),
    gcTime: 0,
    enabled: !isNoPart && (what !== 'selection' || props.selected <= MOST_PICKED),
  })
  // An earlier check stays visible until the new one arrives, but is not used for writing.
  const checked = preflight.data
  const count = (value: number): string => formatCount(value, language)
  const isTooMany = what === 'selection' && props.selected > MOST_PICKED
  const refused = isTooMany
    ? t('export.tooMany', { count: MOST_PICKED, rows: count(MOST_PICKED) })
    : isNoPart
      ? t('export.noParts')
      : null
  const taken = isNoPart ? 0 : (checked?.taken ?? 0)
  const hasProblems = (checked?.problems.total ?? 0) > 0 || (checked?.damaged.length ?? 0) > 0
  const canExport =
    !isBusy &&
    refused === null &&
    checked !== undefined &&
    !preflight.isPlaceholderData &&
    checked.refusal === null &&
    (!hasProblems || (draft.areProblemsLeftOut && checked.taken > 0))

  const toFile = (choice: ResultsChoice): Promise<AnyProblem | null> =>
    startExport(call('results:export', { ...choice, ...options }))
  const toPrinter = (choice: ResultsChoice): Promise<AnyProblem | null> => {
    const { language: ofFile, orientation, isFinal, areDatesFull } = draft
    const { areProblemsLeftOut } = draft
    const birthDates = areDatesFull ? 'full' : 'year'
    const format = draft.format === 'protocol' ? 'protocol' : 'html'
    return print({ ...choice, format, language: ofFile, orientation, isFinal, birthDates, areProblemsLeftOut })
  }
  const run = async (work: typeof toFile): Promise<void> => {
    const { format, preset, orientation, withReceipt } = draft
    setRemembered({ format, preset, orientation, withReceipt })
    const saved =
      draft.protocolHead === null ? null : await call('memory:save', { stage, protocol: draft.protocolHead })
    const failed = saved?.ok === false ? saved.error : await choose().then(work, (thrown: AnyProblem) => thrown)
    if (failed === null) props.onClose()
    else setProblem(failed)
    if (failed?.kind === 'damaged-replies') await preflight.refetch()
  }
  const { areAllColumns } = draft
  const columnChoices = [
    [
      'shown',
      !areAllColumns && draft.columns === null,
      props.viewColumns.length,
      { areAllColumns: false, columns: null },
    ],
    ...(draft.columns === null
      ? []
      : [['saved', !areAllColumns, draft.columns.length, { areAllColumns: false }] as const]),
    ['all', areAllColumns, null, { areAllColumns: true }],
  ] as const
  const head = draft.protocolHead ?? storedHead ?? {}
  const isHeadRefused = (field: (typeof HEAD_FIELDS)[number]): boolean =>
    isKeyMisplaced(problem) && isRefused(problem, field)
  const refusedField = HEAD_FIELDS.find(isHeadRefused)
  /** By person, only the check of a choice tells how many there are. */
  const rowsShown = (one: ExportWhat, rows: number): string => {
    if (one === what && refused === null && checked !== undefined) return count(checked.rows)
    return isByPerson && one !== 'selection' ? '' : count(rows)
  }
  const categories = props.distances.flatMap((distance) => distance.categories)
  const whats: readonly (readonly [ExportWhat, string, number])[] = [
    ['view', t('export.what.view'), props.viewRows],
    ...(props.selected > 0 ? [['selection', t('export.what.selection'), props.selected] as const] : []),
    ...(props.scope === null
      ? []
      : [['scope', t('export.what.scope', { scope: props.scope.name }), props.scope.rows] as const]),
    ...(categories.length > 1
      ? [['parts', t('export.what.parts'), rowsOf(categories.filter(({ id }) => draft.parts.includes(id)))] as const]
      : []),
    ...(props.stageRows === null ? [] : [['stage', t('export.what.stage'), props.stageRows] as const]),
  ]
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (canExport) begin(() => run(toFile))
      }}
    >
      <div className="export-sides">
        <div className="export-side stack">
          <fieldset className="export-choices stack">
            <legend className="field-label">{t('export.what')}</legend>
            {whats.map(([one, label, rows]) => (
              <label key={one} className="export-choice row">
                <input
                  type="radio"
                  name="export-what"
                  checked={what === one}
                  onChange={() => change({ ...nothingAgreed, what: one })}
                />
                <span className="ellipsis">{label}</span>
                <span className="muted export-rows">{rowsShown(one, rows)}</span>
              </label>
            ))}
            {what === 'parts' ? (
              <PartChoice
                distances={props.distances}
                chosen={draft.parts}
                onChange={(parts) => change({ ...nothingAgreed, parts })}
              />
            ) : null}
          </fieldset>
          {asks(draft, 'people') ? (
            <Tick
              label={t('export.people')}
              hint={t(draft.format === 'protocol' ? 'export.people.protocol' : 'export.people.hint')}
              isOn={isByPerson}
              onChange={(isOn) => change({ isByPerson: isOn })}
            />
          ) : null}
          {asks(draft, 'columns') ? (
            <fieldset className="export-choices stack">
              <legend className="field-label">{t('export.columns')}</legend>
              {columnChoices.map(([one, isChosen, of, part]) => (
                <label key={one} className="export-choice row">
                  <input type="radio" name="export-columns" checked={isChosen} onChange={() => change(part)} />
                  <span className="ellipsis">{t(`export.columns.${one}`)}</span>
                  {of === null ? null : <span className="muted export-rows">{count(of)}</span>}
                </label>
              ))}
            </fieldset>
          ) : null}
          {asks(draft, 'page') && (draft.isPage || draft.isWorkbook) ? (
            <div className="export-pair">
              {HEAD_FIELDS.map((field) => (
                <TextField
                  key={field}
                  label={t(`export.head.${field}`)}
                  value={head[field] ?? ''}
                  problem={isHeadRefused(field) ? t('form.key') : null}
                  onChange={(text) => {
                    change({ protocolHead: { ...head, [field]: text } })
                    setProblem(null)
                  }}
                />
              ))}
            </div>
          ) : null}
        </div>
        <FileOptions
          draft={draft}
          onChange={change}
          isDesktop={isDesktop}
          hasDates={checked?.hasBirthDates ?? false}
          areDatesWhole={checked?.warnings.includes('whole-birth-dates') ?? false}
        />
      </div>
      <Presets
        presets={presets}
        onChange={setPresets}
        toPreset={(name) => presetOf(name, { ...draft, what, isByPerson }, props.viewColumns, props.distances)}
        onApply={(preset) => {
          change(withPreset(draft, preset, props.distances, isDesktop))
          setMissing(preset.parts === undefined ? [] : partsOf(preset.parts, props.distances).missing)
        }}
      />
      {missing.length === 0 ? null : <Mark kind="partial">{t('presets.missing', { names: missing.join(', ') })}</Mark>}
      {refused !== null || checked === undefined ? null : (
        <Preflight draft={draft} onChange={change} checked={checked} />
      )}
      {refused !== null || checked === undefined || checked.refusal !== null ? null : (
        <FilePreview choice={choice} choose={choose} options={options} />
      )}
      <ExportFooter
        draft={draft}
        onChange={change}
        checked={checked}
        refused={refusedField === undefined ? refused : `${t(`export.head.${refusedField}`)}: ${t('form.key')}`}
        failures={[preflight.error, refusedField === undefined ? problem : null].filter((failure) => failure !== null)}
      >
        {asks(draft, 'print') ? (
          <Button icon={<Printer aria-hidden />} isDisabled={!canExport} onClick={() => begin(() => run(toPrinter))}>
            {t('export.print')}
          </Button>
        ) : null}
        <Button onClick={props.onClose}>{t('do.cancel')}</Button>
        <Button kind="primary" isSubmit isDisabled={!canExport}>
          {refused === null && checked === undefined
            ? t('stage.export')
            : t(isByPerson ? 'export.doPeople' : 'export.do', { count: taken, rows: count(taken) })}
        </Button>
      </ExportFooter>
    </form>
  )
}
