import { useCallback, type MouseEvent } from 'react'
import type { Category, StageTree } from '../../../preload/contract/stages.ts'
import { menuOf } from '../table/contextMenu.ts'
import { appLink, copyText } from '../table/copyTexts.ts'
import { savedCapsule } from '../opened/opened.ts'
import { useText } from '../../text/text.ts'
import { categoriesIn, scopeNames, type Scope } from './scope.ts'

type TreeMenu = {
  readonly tree: StageTree
  readonly canTake: boolean
  readonly take: (only?: readonly Category[]) => void
}

/** Opens the context menu of the stage, a distance or a category in the tree. */
export const useTreeMenu = ({ tree, canTake, take }: TreeMenu): ((scope: Scope, event: MouseEvent) => void) => {
  const { t } = useText()
  return useCallback(
    (scope, event) => {
      const { stage } = tree
      const isWhole = scope.kind === 'all'
      const refresh = {
        id: 'refresh',
        label: t(tree.linksFetchedAt === null ? 'stage.take' : 'menu.refresh'),
        onChoose: () => take(isWhole ? undefined : categoriesIn(scope, tree)),
      }
      const ofStage = [
        { id: 'link', label: t('menu.copyLink'), onChoose: () => copyText(appLink({ stage: stage.guid })) },
        { id: 'capsule', label: t('capsule.save'), onChoose: () => savedCapsule.set(stage) },
      ]
      const heading = isWhole ? stage.name : scopeNames(scope, tree).join(', ')
      menuOf(heading, () => [...(canTake ? [refresh] : []), ...(isWhole ? ofStage : [])])(event)
    },
    [tree, canTake, take, t],
  )
}
