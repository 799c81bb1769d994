import { lazyPart } from '../../app/lazyPart.ts'
import { Modal } from '../../components/Modal.tsx'
import { useText } from '../../text/text.ts'

const AddStageForm = lazyPart(async () => (await import('./AddStageForm.tsx')).AddStageForm)

export const AddStage = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const { t } = useText()
  return (
    <Modal title={t('stages.add.title')} isOpen={isOpen} onClose={onClose}>
      <AddStageForm onClose={onClose} />
    </Modal>
  )
}
