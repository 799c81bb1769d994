import { Choice } from '../../components/Choice.tsx'
import { useText } from '../../text/text.ts'
import { asks, formatsOf, nothingAgreed, PRESETS, type ExportDraft } from './exportDraft.ts'

type FileOptionsProps = {
  readonly draft: ExportDraft
  readonly onChange: (part: Partial<ExportDraft>) => void
  readonly isDesktop: boolean
  /** Some of the columns hold birth dates. */
  readonly hasDates: boolean
  /** The file has more of them than the year. */
  readonly areDatesWhole: boolean
}

type TickProps = {
  readonly label: string
  readonly hint?: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

export const Tick = ({ label, hint, isOn, onChange }: TickProps) => (
  <label className="export-tick row">
    <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
    <span>
      {label}
      {hint === undefined ? null : <span className="field-hint export-tick-hint">{hint}</span>}
    </span>
  </label>
)

/** The format of a file and what can be said about it; whatever a format does not know is not asked. */
export const FileOptions = ({ draft, onChange, isDesktop, hasDates, areDatesWhole }: FileOptionsProps) => {
  const { t } = useText()
  return (
    <div className="export-side stack">
      <Choice
        label={t('export.format')}
        hint={t(draft.isRaw ? 'export.hint.raw' : `export.hint.${draft.format}`)}
        value={draft.format}
        options={formatsOf(isDesktop).map((value) => ({ value, label: t(`export.format.${value}`) }))}
        onChange={(format) =>
          onChange({
            ...nothingAgreed,
            format,
            isRaw: false,
            isWorkbook: format === 'itra',
            isPage: format === 'protocol',
          })
        }
      />
      {asks(draft, 'preset') ? (
        <Choice
          label={t('export.preset')}
          value={draft.preset}
          options={PRESETS.map((value) => ({ value, label: t(`stage.export.${value}`) }))}
          onChange={(preset) => onChange({ preset })}
        />
      ) : null}
      {asks(draft, 'language') || asks(draft, 'orientation') ? (
        <div className="export-pair">
          {asks(draft, 'language') ? (
            <Choice
              label={t('export.language')}
              value={draft.language}
              options={(['en', 'ru'] as const).map((value) => ({ value, label: t(`export.language.${value}`) }))}
              onChange={(language) => onChange({ language })}
            />
          ) : null}
          {asks(draft, 'orientation') ? (
            <Choice
              label={t('export.orientation')}
              value={draft.orientation}
              options={(['portrait', 'landscape'] as const).map((value) => ({
                value,
                label: t(`export.orientation.${value}`),
              }))}
              onChange={(orientation) => onChange({ orientation })}
            />
          ) : null}
        </div>
      ) : null}
      {asks(draft, 'raw') ? (
        <Tick label={t('export.raw')} isOn={draft.isRaw} onChange={(isRaw) => onChange({ isRaw })} />
      ) : null}
      {asks(draft, 'page') ? (
        <Tick
          label={t('export.page')}
          hint={t('export.page.hint')}
          isOn={draft.isPage}
          onChange={(isPage) => onChange({ isPage, isWorkbook: false })}
        />
      ) : null}
      {asks(draft, 'workbook') ? (
        <Tick
          label={t('export.workbook')}
          isOn={draft.isWorkbook}
          onChange={(isWorkbook) => onChange({ isWorkbook, isPage: false })}
        />
      ) : null}
      {asks(draft, 'dates') && hasDates ? (
        <Tick
          label={t('export.dates')}
          hint={t('export.dates.hint')}
          isOn={draft.areDatesFull}
          onChange={(areDatesFull) => onChange({ areDatesFull })}
        />
      ) : null}
      {areDatesWhole ? (
        <p role="alert" className="export-warning">
          {t('export.warning.whole-birth-dates')}
        </p>
      ) : null}
      {asks(draft, 'final') || draft.withReceipt ? (
        <Tick
          label={t('export.final')}
          hint={t('export.final.hint')}
          isOn={draft.isFinal}
          onChange={(isFinal) => onChange({ isFinal })}
        />
      ) : null}
      <Tick
        label={t('export.receipt')}
        hint={t('export.receipt.hint')}
        isOn={draft.withReceipt}
        onChange={(withReceipt) => onChange({ withReceipt })}
      />
    </div>
  )
}
