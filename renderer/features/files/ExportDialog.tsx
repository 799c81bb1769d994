import { lazyPart } from '../../app/lazyPart.ts'
import { Modal } from '../../components/Modal.tsx'
import { useText } from '../../text/text.ts'
import type { ExportFormProps } from './ExportForm.tsx'
import './export.css'

const ExportForm = lazyPart(async () => (await import('./ExportForm.tsx')).ExportForm)

/** Which rows become what file; nothing is asked of the service for it. */
export const ExportDialog = ({ isOpen, ...props }: ExportFormProps & { readonly isOpen: boolean }) => {
  const { t } = useText()
  return (
    <Modal title={t('export.title')} isOpen={isOpen} onClose={props.onClose} size="wide">
      <ExportForm {...props} />
    </Modal>
  )
}
