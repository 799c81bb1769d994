import { MonitorUp } from 'lucide-react'
import { useState } from 'react'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { lazyPart } from '../../app/lazyPart.ts'
import { Button } from '../../components/Button.tsx'
import { useText } from '../../text/text.ts'
import './screensText.ts'
import { useScreensOf } from './useScreens.ts'
import './screens.css'

const ScreensDialog = lazyPart(
  async () => (await import('./ScreensDialog.tsx')).ScreensDialog,
  () => null,
)

/** Opens the screens of a stage, and says how many devices show it. */
export const ScreensButton = ({ tree }: { readonly tree: StageTree }) => {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const served = useScreensOf(tree.stage.guid).data?.served ?? null
  const devices = (served?.screens ?? []).reduce((count, { connections }) => count + connections.length, 0)
  const kind = served?.trouble?.kind === 'gone' ? 'problem' : served === null ? 'off' : 'on'
  return (
    <>
      <span className="bar-state" data-state={kind}>
        <Button kind="quiet" icon={<MonitorUp aria-hidden />} onClick={() => setOpen(true)} title={t('screens.show')}>
          <span className="is-capsule">
            {served === null ? t('screens.show') : t('screens.on', { count: devices })}
          </span>
        </Button>
      </span>
      <ScreensDialog tree={tree} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
