import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft, CircleAlert, CircleSlash, Clock, CloudOff, TriangleAlert } from 'lucide-react'
import { memo, useState, type MouseEvent, type ReactNode } from 'react'
import type { Category, StageTree } from '../../../preload/contract/stages.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import { sharedError } from '../problems/causes.ts'
import { describeProblem } from '../problems/describeProblem.ts'
import { isKeyProblem } from '../problems/isKeyProblem.ts'
import { isOfflineError } from '../problems/isOfflineError.ts'
import { fetchValue } from '../state/queries.ts'
import { useNow } from '../state/now.ts'
import { formatRoute } from '../address.ts'
import { goTo } from '../route.ts'
import { Tree } from '../../components/tree/Tree.tsx'
import { formatCount, formatExact, formatShortAge } from '../../text/format.ts'
import { useText, type Language, type Translate } from '../../text/text.ts'
import { oldestConfirmation } from './freshness.ts'
import { allCategories, scopeId, toScope, treeNodes, type Scope } from './scope.ts'
import { asideText, shrunkText, type Words } from '../../features/replies/replyNotes.ts'

type Age = { readonly short: string; readonly exact: string }

/** Hundreds of categories are confirmed within a few seconds: each of these is put into words once. */
const createAges = (
  nowMs: number,
  t: Translate,
  language: Language,
): ((categories: readonly Category[]) => Age | null) => {
  const bySecond = new Map<string, Age>()
  return (categories) => {
    const at = oldestConfirmation(categories)
    if (at === null) return null
    const second = at.slice(0, 'yyyy-mm-ddThh:mm:ss'.length)
    const age = bySecond.get(second) ?? { short: formatShortAge(at, nowMs, t), exact: formatExact(at, language) }
    bySecond.set(second, age)
    return age
  }
}

type NodeFacts = { readonly mark: ReactNode; readonly title: string }

const reason = (category: Category, words: Words): string | null => {
  const { t, language } = words
  if (category.isDamaged === true) return t('tree.damaged')
  if (category.error !== null) return describeProblem(category.error, t, language).what
  if (category.setAside?.reason === 'left') return asideText(category, words)
  if (category.shrunk !== undefined) return shrunkText(category, words)
  if (category.outcome === 'failed') return t('stage.categoryFailed.title')
  if (category.incomplete !== null) {
    return t('tree.incomplete', {
      rows: formatCount(category.incomplete.rows, language),
      total: formatCount(category.incomplete.total, language),
    })
  }
  return null
}

const failureMark = (error: AppError | null): ReactNode =>
  isOfflineError(error) ? <CloudOff className="tree-mark-stale" /> : <CircleAlert className="tree-mark-problem" />

const categoryFacts = (category: Category, words: Words, isShared: boolean): NodeFacts => {
  const { t } = words
  const why = reason(category, words)
  // One cause is marked once, at the whole stage.
  if (category.outcome === 'failed') {
    return { mark: isShared ? null : failureMark(category.error), title: why ?? '' }
  }
  if (why !== null || (category.outcome === 'no-rows' && category.rows > 0)) {
    return { mark: <TriangleAlert className="tree-mark-stale" />, title: why ?? t('tree.noRows') }
  }
  if (!category.isListed) return { mark: <CircleSlash className="tree-mark-stale" />, title: t('tree.unlisted') }
  if (category.outcome === 'never') return { mark: null, title: t('tree.never') }
  if (category.outcome === 'no-rows') return { mark: null, title: t('tree.noRows') }
  return { mark: null, title: '' }
}

const NO_FACTS: NodeFacts = { mark: null, title: '' }

const groupFacts = (categories: readonly Category[], t: Translate): NodeFacts => {
  const failed = categories.filter(({ outcome, error }) => outcome === 'failed' && !isOfflineError(error)).length
  if (failed === 0) return NO_FACTS
  return { mark: <CircleAlert className="tree-mark-problem" />, title: t('tree.problems', { count: failed }) }
}

type NodeTextProps = {
  readonly name: string
  /** Null until they are counted. */
  readonly people: number | null
  readonly categories: readonly Category[]
  readonly facts: NodeFacts
  readonly age: Age | null
  /** Age of the whole stage, which the state line says; a node of the same age does not repeat it. */
  readonly commonAge: string
  readonly language: Language
}

const NodeText = ({ name, people, categories, facts, age, commonAge, language }: NodeTextProps) => {
  const isAsked = categories.some(({ outcome }) => outcome !== 'never')
  const tip = [name, facts.title, age?.exact ?? ''].filter((part) => part !== '').join('\n')
  return (
    <>
      <span className="tree-text ellipsis" title={tip}>
        {name}
      </span>
      {facts.mark === null ? null : (
        <span className="tree-mark" title={facts.title}>
          {facts.mark}
          <span className="visually-hidden">{facts.title}</span>
        </span>
      )}
      {age === null || age.short === commonAge ? null : (
        <span className="tree-age">
          <Clock aria-hidden />
          {age.short}
        </span>
      )}
      <span className="tree-count">{isAsked ? (people === null ? '' : formatCount(people, language)) : '–'}</span>
    </>
  )
}

type StageTreePaneProps = {
  readonly tree: StageTree
  readonly scope: Scope
  readonly onScope: (scope: Scope) => void
  readonly onMenu: (scope: Scope, event: MouseEvent) => void
}

/** Hundreds of nodes: drawn again only when what they say has changed. */
export const StageTreePane = memo(({ tree, scope, onScope, onMenu }: StageTreePaneProps) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const stage = tree.stage.guid
  const counts = useQuery({
    queryKey: ['results', stage, 'people'],
    queryFn: () => fetchValue('results:people', { stage }),
    placeholderData: keepPreviousData,
  }).data
  const ageOf = createAges(nowMs, t, language)
  const commonAge = ageOf(allCategories(tree))?.short ?? ''
  const shared = sharedError(allCategories(tree))
  // A key has its mark beside its field.
  const sharedMark = shared === null || isKeyProblem(shared) ? null : failureMark(shared)
  const sharedFacts: NodeFacts | null =
    shared === null ? null : { mark: sharedMark, title: describeProblem(shared, t, language).what }
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const distances = new Map(tree.distances.map((distance) => [`d:${distance.guid}`, distance]))
  const categories = new Map(allCategories(tree).map((category) => [`c:${category.id}`, category]))
  const openIds = new Set([...distances.keys()].filter((id) => !closed.has(id)))
  const toggle = (id: string, isOpen: boolean): void => {
    const next = new Set(closed)
    if (isOpen) next.delete(id)
    else next.add(id)
    setClosed(next)
  }
  // Counts may be older than the rows of a download that is under way.
  const peopleOf = ({ guid, categories: own }: StageTree['distances'][number]): number | null =>
    counts?.distances[guid] ?? (counts === undefined || own.some(({ rows }) => rows > 0) ? null : 0)
  const renderNode = (id: string): ReactNode => {
    const category = categories.get(id)
    if (category !== undefined) {
      return (
        <NodeText
          name={category.name}
          people={category.rows}
          categories={[category]}
          facts={categoryFacts(category, { t, language, nowMs }, shared !== null)}
          age={ageOf([category])}
          commonAge={commonAge}
          language={language}
        />
      )
    }
    const distance = distances.get(id)
    const all = distance?.categories ?? allCategories(tree)
    return (
      <NodeText
        name={distance?.name ?? t('tree.all')}
        people={distance === undefined ? (counts?.people ?? null) : peopleOf(distance)}
        categories={all}
        facts={sharedFacts === null ? groupFacts(all, t) : distance === undefined ? sharedFacts : NO_FACTS}
        age={ageOf(all)}
        commonAge={commonAge}
        language={language}
      />
    )
  }
  return (
    <>
      <div className="pane-head row stage-head">
        <a
          className="icon-button"
          href={formatRoute({ screen: 'stages' })}
          aria-label={t('stage.toStages')}
          title={t('stage.toStages')}
          onClick={(event) => {
            event.preventDefault()
            goTo({ screen: 'stages' })
          }}
        >
          <ArrowLeft aria-hidden />
        </a>
        <div className="stage-names">
          <p className="stage-name ellipsis" title={tree.stage.name}>
            {tree.stage.name}
          </p>
          <p className="muted ellipsis">{tree.stage.profileName ?? t('stages.noProfile')}</p>
        </div>
      </div>
      {tree.distances.length === 0 ? null : (
        <Tree
          label={t('tree.label')}
          nodes={treeNodes(tree, t('tree.all'))}
          selectedId={scopeId(scope)}
          openIds={openIds}
          onSelect={(id) => onScope(toScope(id, tree))}
          onToggle={toggle}
          renderNode={renderNode}
          onMenu={(id, event) => onMenu(toScope(id, tree), event)}
        />
      )}
    </>
  )
})
