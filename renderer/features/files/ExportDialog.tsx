import { lazyPart } from '../../app/lazyPart.ts'
import { AskStageName } from '../../app/StageName.tsx'
import { Modal } from '../../components/Modal.tsx'
import { useText } from '../../text/text.ts'
import type { ExportFormProps } from './ExportForm.tsx'
import './export.css'

const ExportForm = lazyPart(async () => (await import('./ExportForm.tsx')).ExportForm)

/** Which rows become which file; sends no request to the service. */
export const ExportDialog = ({ isOpen, ...props }: ExportFormProps & { readonly isOpen: boolean }) => {
  const { t } = useText()
  return (
    <Modal title={t('export.title')} isOpen={isOpen} onClose={props.onClose} size="wide">
      <AskStageName stage={props.view.stage} />
      <ExportForm {...props} />
    </Modal>
  )
}
