import type { StageTree } from '../../../preload/contract/stages.ts'
import { Bubble } from '../../components/Bubble.tsx'
import { useText } from '../../text/text.ts'
import { categoriesIn, scopeId } from '../../app/stage/scope.ts'
import { useStageFrame } from '../../app/stage/stageFrameContext.ts'
import { encodingsOf } from './readingDraft.ts'
import { ReadingForm } from './ReadingForm.tsx'
import './reading.css'

/** In which encoding replies were read that are not UTF-8, and the way to change it; nothing for UTF-8. */
export const ReadingNote = ({ tree }: { readonly tree: StageTree }) => {
  const { t } = useText()
  const { scope } = useStageFrame()
  const encodings = encodingsOf(categoriesIn(scope, tree))
  const [only] = encodings
  if (only === undefined) return null
  const text =
    encodings.length === 1 ? t('reading.as', { encoding: only }) : t('reading.as.several', { count: encodings.length })
  return (
    <span className="state-part">
      <ReadingBubble tree={tree} text={text} title={encodings.join(', ')} key={scopeId(scope)} />
    </span>
  )
}

/** A quiet button that opens how replies are read. */
export const ReadingBubble = ({
  tree,
  text,
  title,
}: {
  readonly tree: StageTree
  readonly text: string
  readonly title?: string
}) => {
  const { t } = useText()
  return (
    <Bubble
      title={t('reading.title')}
      trigger={
        <button type="button" className="button button-quiet button-small" title={title}>
          {text}
        </button>
      }
    >
      <ReadingForm tree={tree} />
    </Bubble>
  )
}
