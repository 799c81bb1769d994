import { FileDown } from 'lucide-react'
import { useState } from 'react'
import type { CsvPreset } from '../../../preload/contract/files.ts'
import type { PromoReceiptId } from '../../../preload/contract/ids.ts'
import { call, type Problem } from '../../api.ts'
import { useStartExport } from '../../app/jobs/startExport.ts'
import { ActionMenu } from '../../components/ActionMenu.tsx'
import { useText } from '../../text/text.ts'

const PRESETS: readonly CsvPreset[] = ['ru', 'en', 'import', 'tsv']

type ExportMenuProps = {
  /** Null: all of them. */
  readonly receipt: PromoReceiptId | null
  readonly onProblem: (problem: Problem | null) => void
  readonly isDisabled?: boolean
}

export const ExportMenu = ({ receipt, onProblem, isDisabled = false }: ExportMenuProps) => {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const startExport = useStartExport()
  const start = (format: CsvPreset | 'json'): void =>
    void startExport(call('promo:history', { export: format, ...(receipt === null ? {} : { receipt }) })).then(
      onProblem,
    )
  return (
    <ActionMenu
      isOpen={isOpen}
      onOpenChange={setOpen}
      {...(receipt === null ? { heading: t('promo.export.all') } : {})}
      trigger={
        <button type="button" className="button button-plain button-normal" disabled={isDisabled}>
          <FileDown aria-hidden />
          {t('promo.export')}
        </button>
      }
      actions={[
        ...PRESETS.map((preset) => ({
          id: preset,
          label: t(`stage.export.${preset}`),
          onChoose: () => start(preset),
        })),
        { id: 'json', label: t('promo.export.json'), onChoose: () => start('json') },
      ]}
    />
  )
}
