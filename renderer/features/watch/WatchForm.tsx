import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { AwakeLine } from '../../app/AwakeLine.tsx'
import { Problem } from '../../app/problems/Problem.tsx'
import { treeQuery, useProfile } from '../../app/state/queries.ts'
import { useBusy } from '../../app/state/useBusy.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { useText } from '../../text/text.ts'
import { categoriesIn } from '../../app/stage/scope.ts'
import { useStageFrame } from '../../app/stage/stageFrameContext.ts'
import { ChosenCategories } from './ChosenCategories.tsx'
import { FollowingFiles } from './FollowingFiles.tsx'
import { budgetOf, draftOf, everyOf, wishOf, type WatchDraft } from './watchDraft.ts'

const LOOPBACK = /^http:\/\/(?:127\.|localhost|\[::1\])/

/** How often and what a watch asks. */
export const WatchForm = ({ tree, onDone }: { readonly tree: StageTree; readonly onDone: () => void }) => {
  const { t } = useText()
  const client = useQueryClient()
  const { scope } = useStageFrame()
  const { watch } = tree
  const stage = tree.stage.guid
  const scoped = scope.kind === 'all' ? null : categoriesIn(scope, tree).map(({ id }) => id)
  const [draft, setDraft] = useState<WatchDraft>(() => draftOf(watch, scoped))
  const [isTried, setTried] = useState(false)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [isBusy, begin] = useBusy()
  const profile = useProfile(tree.stage.profileId).data
  const least = LOOPBACK.test(profile?.resultsUrl ?? profile?.baseUrl ?? '') ? 1 : 5
  const wish = wishOf(stage, draft, least)

  const start = async (): Promise<void> => {
    setTried(true)
    if (wish === null) return
    const answer = await call('stage:watch', wish)
    if (!answer.ok) return setProblem(answer.error)
    client.setQueryData(treeQuery(stage).queryKey, (known) =>
      known === undefined ? known : { ...known, watch: answer.value },
    )
    onDone()
  }
  const stop = async (): Promise<void> => {
    const answer = await call('stage:unwatch', { stage })
    if (!answer.ok) return setProblem(answer.error)
    client.setQueryData(treeQuery(stage).queryKey, (known) => (known === undefined ? known : { ...known, watch: null }))
    onDone()
  }

  return (
    <form
      className="watch-form stack"
      onSubmit={(event) => {
        event.preventDefault()
        begin(start)
      }}
    >
      <p className="muted">{t('watch.what')}</p>
      <div className="watch-numbers">
        <TextField
          label={t('watch.every')}
          value={draft.every}
          onChange={(every) => setDraft({ ...draft, every })}
          inputMode="numeric"
          problem={isTried && everyOf(draft, least) === null ? t('watch.every.bad') : null}
        />
        <TextField
          label={t('watch.budget')}
          value={draft.budget}
          onChange={(budget) => setDraft({ ...draft, budget })}
          inputMode="numeric"
          problem={isTried && budgetOf(draft) === null ? t('watch.budget.bad') : null}
        />
      </div>
      <p className="field-hint">
        {least < 5 ? '' : `${t('watch.every.hint')} `}
        {t('watch.budget.hint')}
      </p>
      <fieldset className="watch-categories">
        <legend className="field-label">{t('watch.categories')}</legend>
        <label className="watch-choice row">
          <input
            type="radio"
            name="watch-categories"
            checked={draft.isAll}
            onChange={() => setDraft({ ...draft, isAll: true })}
          />
          {t('watch.all')}
        </label>
        <label className="watch-choice row">
          <input
            type="radio"
            name="watch-categories"
            checked={!draft.isAll}
            disabled={tree.distances.length === 0}
            onChange={() => setDraft({ ...draft, isAll: false })}
          />
          {t('watch.chosen')}
        </label>
        {draft.isAll ? null : <ChosenCategories tree={tree} draft={draft} onChange={setDraft} />}
        {isTried && !draft.isAll && draft.chosen.length === 0 ? (
          <p className="field-problem">{t('watch.chosen.none')}</p>
        ) : null}
      </fieldset>
      <FollowingFiles stage={stage} />
      <AwakeLine />
      {problem === null ? null : <Problem problem={problem} />}
      <div className="modal-buttons">
        {watch === null ? null : (
          <Button isDisabled={isBusy} onClick={() => begin(stop)}>
            {t('watch.stop')}
          </Button>
        )}
        <Button kind="primary" isSubmit isDisabled={isBusy}>
          {t(watch === null ? 'watch.start' : 'watch.apply')}
        </Button>
      </div>
    </form>
  )
}
