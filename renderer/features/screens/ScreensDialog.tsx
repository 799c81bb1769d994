import { useState } from 'react'
import type { ScreenSettings } from '../../../preload/contract/screens/layout.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { formatRoute } from '../../app/address.ts'
import { AskStageName } from '../../app/StageName.tsx'
import { isKeyMisplaced } from '../../app/problems/issues.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { Button } from '../../components/Button.tsx'
import { Modal } from '../../components/Modal.tsx'
import { useText } from '../../text/text.ts'
import { ForAllScreens } from './ForAllScreens.tsx'
import { withoutScreen, withScreen, withScreenAt } from './layoutEdits.ts'
import { NetworkPart } from './NetworkPart.tsx'
import { ScreenAddress } from './ScreenAddress.tsx'
import { ScreenForm } from './ScreenForm.tsx'
import { ScreenList } from './ScreenList.tsx'
import { useScreens } from './useScreens.ts'

type Removed = { readonly screen: ScreenSettings; readonly at: number }

const Arrangement = ({ tree }: { readonly tree: StageTree }) => {
  const { t } = useText()
  const stage = tree.stage.guid
  const { screens, layout, fault, problem, edit, take } = useScreens(stage)
  const [chosen, setChosen] = useState<string | null>(null)
  const [removed, setRemoved] = useState<Removed | null>(null)
  if (screens === null || layout === null) return problem === null ? null : <Problem problem={problem} />
  const screen = layout.screens.find(({ id }) => id === chosen) ?? layout.screens[0] ?? null
  const state = screens.served?.screens.find(({ id }) => id === screen?.id) ?? null
  const remove = ({ id }: ScreenSettings): void => {
    const at = layout.screens.findIndex((one) => one.id === id)
    const gone = layout.screens[at]
    if (gone === undefined) return
    setRemoved({ screen: gone, at })
    edit((now) => withoutScreen(now, id))
  }
  const putBack = ({ screen: gone, at }: Removed): void => {
    setRemoved(null)
    setChosen(gone.id)
    edit((now) => withScreenAt(now, gone, at))
  }
  return (
    <>
      <p className="muted">
        {t('screens.what')}{' '}
        <a href={formatRoute({ screen: 'help', chapter: 'faces', section: 'screens' })}>{t('help.more')}</a>
      </p>
      {problem === null || (problem.kind === 'invalid-input' && !isKeyMisplaced(problem)) ? null : (
        <Problem problem={problem} />
      )}
      <AskStageName stage={stage} />
      <NetworkPart stage={stage} screens={screens} take={take} />
      <div className="arranged-parts">
        <section className="arranged-side">
          <ScreenList
            layout={layout}
            served={screens.served}
            chosen={screen?.id ?? null}
            onChoose={setChosen}
            edit={edit}
          />
          {removed === null ? null : (
            <p className="row" role="status">
              <span>{t('screens.removed', { name: removed.screen.name })}</span>
              <Button size="small" onClick={() => putBack(removed)}>
                {t('screens.undo')}
              </Button>
            </p>
          )}
          <ForAllScreens layout={layout} edit={edit} />
        </section>
        {screen === null ? (
          <p className="muted">{t('screens.empty')}</p>
        ) : (
          <section className="arranged-main" aria-label={screen.name}>
            <ScreenAddress stage={stage} screen={screen} state={state} onAnswer={take} />
            <ScreenForm
              screen={screen}
              tree={tree}
              fault={fault?.ids.includes(screen.id) === true ? fault.kind : null}
              onChange={(change) => edit((now) => withScreen(now, screen.id, change))}
              onMessageToAll={(message) =>
                edit((now) => ({ ...now, screens: now.screens.map((one) => ({ ...one, message })) }))
              }
              onRemove={() => remove(screen)}
            />
          </section>
        )}
      </div>
    </>
  )
}

type ScreensDialogProps = { readonly tree: StageTree; readonly isOpen: boolean; readonly onClose: () => void }

/** Arranges the screens of a stage and shows them to a network. Every change is saved and shown at once. */
export const ScreensDialog = ({ tree, isOpen, onClose }: ScreensDialogProps) => {
  const { t } = useText()
  return (
    <Modal title={t('screens.title', { stage: tree.stage.name })} isOpen={isOpen} onClose={onClose} size="wide">
      {isOpen ? <Arrangement tree={tree} /> : null}
    </Modal>
  )
}
