import type { StageTree } from '../../../preload/contract/stages.ts'
import { formatRoute } from '../../app/address.ts'
import { AskStageName } from '../../app/StageName.tsx'
import { isKeyMisplaced } from '../../app/problems/issues.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { Modal } from '../../components/Modal.tsx'
import { useText } from '../../text/text.ts'
import { PlacePart } from './PlacePart.tsx'
import { Receipts } from './Receipts.tsx'
import { SiteAddress } from './SiteAddress.tsx'
import { SiteForm } from './SiteForm.tsx'
import { SitePreview } from './SitePreview.tsx'
import { StatePart } from './StatePart.tsx'
import { usePublishing } from './usePublishing.ts'
import './publish.css'

const Arrangement = ({ tree }: { readonly tree: StageTree }) => {
  const { t } = useText()
  const { publishing, settings, problem, take } = usePublishing(tree.stage.guid)
  if (publishing === null || settings.value === null) return problem === null ? null : <Problem problem={problem} />
  return (
    <>
      <p className="muted">
        {t('publish.what')}{' '}
        <a href={formatRoute({ screen: 'help', chapter: 'faces', section: 'publish' })}>{t('help.more')}</a>
      </p>
      {problem === null || (problem.kind === 'invalid-input' && !isKeyMisplaced(problem)) ? null : (
        <Problem problem={problem} />
      )}
      <AskStageName stage={tree.stage.guid} />
      <StatePart tree={tree} publishing={publishing} flush={settings.flush} take={take} />
      <div className="arranged-parts">
        <section className="arranged-side">
          <PlacePart key={JSON.stringify(publishing.target)} tree={tree} publishing={publishing} take={take} />
          <SitePreview stage={tree.stage.guid} publishing={publishing} take={take} />
          <SiteAddress publishing={publishing} />
          <Receipts receipts={publishing.receipts} />
        </section>
        <section className="arranged-main" aria-label={t('publish.site')}>
          <SiteForm tree={tree} settings={settings.value} edit={settings.edit} />
        </section>
      </div>
    </>
  )
}

type PublishDialogProps = { readonly tree: StageTree; readonly isOpen: boolean; readonly onClose: () => void }

/** Publishes the results of a stage as a website. Settings are saved as they are changed. */
export const PublishDialog = ({ tree, isOpen, onClose }: PublishDialogProps) => {
  const { t } = useText()
  return (
    <Modal title={t('publish.title', { stage: tree.stage.name })} isOpen={isOpen} onClose={onClose} size="wide">
      {isOpen ? <Arrangement tree={tree} /> : null}
    </Modal>
  )
}
