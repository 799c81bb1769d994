import type { FieldChange } from '../../../preload/contract/columns.ts'
import type { Category, StageTree } from '../../../preload/contract/stages.ts'
import { fieldName } from '../../../preload/shared/fieldNames.ts'
import { call } from '../../api.ts'
import { goTo } from '../../app/route.ts'
import { useBusy } from '../../app/state/useBusy.ts'
import { Bubble } from '../../components/Bubble.tsx'
import { Button } from '../../components/Button.tsx'
import { Mark } from '../../components/Mark.tsx'
import { useText, type Translate } from '../../text/text.ts'
import { scopeNames } from '../../app/stage/scope.ts'
import { useStageFrame } from '../../app/stage/stageFrameContext.ts'
import { driftInShort } from './mappingDraft.ts'
import './mapping.css'

const namesOf = (changes: readonly FieldChange[], type: FieldChange['type']): string =>
  changes
    .filter((change) => change.type === type)
    .map(({ name }) => name)
    .join(', ')

const linesOf = (changes: readonly FieldChange[], t: Translate): readonly string[] => {
  const added = namesOf(changes, 'new')
  const missing = namesOf(changes, 'missing')
  return [
    ...(added === '' ? [] : [t('drift.new', { names: added })]),
    ...(missing === '' ? [] : [t('drift.missing', { names: missing })]),
    ...changes.flatMap((change) =>
      change.type === 'retyped'
        ? [
            t('drift.retyped', {
              name: change.name,
              before: t(`drift.kind.${change.before}`),
              after: t(`drift.kind.${change.after}`),
            }),
          ]
        : [],
    ),
  ]
}

type DriftNoticeProps = {
  readonly tree: StageTree
  /** Categories in view. */
  readonly categories: readonly Category[]
}

/** A quiet notice that later replies lack fields, or have them of another kind; fields that are only new can wait. */
export const DriftNotice = ({ tree, categories }: DriftNoticeProps) => {
  const { t, language } = useText()
  const { setProblem } = useStageFrame()
  const [isBusy, begin] = useBusy()
  const drifted = categories.filter(({ drift }) => drift?.changes.some(({ type }) => type !== 'new') === true)
  if (drifted.length === 0) return null
  const stage = tree.stage.guid
  const drifts = drifted.flatMap(({ id, drift }) => (drift === undefined ? [] : [{ id, ...drift }]))
  const inWords = drifts.map((drift) => ({
    ...drift,
    changes: drift.changes.map((change) => ({ ...change, name: fieldName(change.name, language) ?? change.name })),
  }))
  const textOf = (shown: typeof drifts): string =>
    t('drift.notice', { count: drifted.length, fields: driftInShort(shown) })
  const dismiss = async (): Promise<void> => {
    const answer = await call('results:setMapping', { stage, seen: drifted.map(({ id }) => id) })
    if (!answer.ok) setProblem(answer.error)
  }
  return (
    <span className="state-part">
      <Mark kind="none" title={textOf(drifts)}>
        {textOf(inWords)}
      </Mark>
      <Bubble
        title={t('drift.title')}
        trigger={
          <button type="button" className="button button-quiet button-small">
            {t('do.details')}
          </button>
        }
      >
        <p className="drift-what muted">{t('drift.what')}</p>
        <ul className="failed-list drift-list">
          {inWords.map(({ id, changes }) => (
            <li key={id}>
              <p className="failed-name">{scopeNames({ kind: 'category', id }, tree).join(', ')}</p>
              {linesOf(changes, t).map((line) => (
                <p key={line}>{line}</p>
              ))}
            </li>
          ))}
        </ul>
        <div className="drift-actions">
          <Button size="small" onClick={() => goTo({ screen: 'stage', stage, view: 'columns' })}>
            {t('drift.open')}
          </Button>
        </div>
      </Bubble>
      <Button size="small" kind="quiet" isDisabled={isBusy} onClick={() => begin(dismiss)}>
        {t('do.dismiss')}
      </Button>
    </span>
  )
}
