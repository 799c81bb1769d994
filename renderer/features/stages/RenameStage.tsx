import type { Stage } from '../../../preload/contract/stages.ts'
import { StageNameForm } from '../../app/StageName.tsx'
import { Modal } from '../../components/Modal.tsx'
import { useText } from '../../text/text.ts'

export const RenameStage = ({ stage, onClose }: { readonly stage: Stage | null; readonly onClose: () => void }) => {
  const { t } = useText()
  return (
    <Modal title={t('stages.rename.title')} isOpen={stage !== null} onClose={onClose}>
      {stage === null ? null : <StageNameForm stage={stage} onClose={onClose} />}
    </Modal>
  )
}
