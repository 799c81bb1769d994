import { Popover } from '@base-ui/react/popover'
import { useQueryClient } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import { useState } from 'react'
import type { StageTree } from '../../../../preload/contract.ts'
import type { Problem as AnyProblem } from '../../../api.ts'
import { call } from '../../../api.ts'
import { Problem } from '../../../app/Problem.tsx'
import { treeQuery, useProfile } from '../../../app/queries.ts'
import { watchMark } from '../../../app/watchState.ts'
import { Button } from '../../../components/Button.tsx'
import { TextField } from '../../../components/Field.tsx'
import { useText } from '../../../text/text.ts'
import { categoriesIn } from '../scope.ts'
import { useStageFrame } from '../stageFrameContext.ts'
import { ChosenCategories } from './ChosenCategories.tsx'
import { FollowingFiles } from './FollowingFiles.tsx'
import { budgetOf, draftOf, everyOf, wishOf, type WatchDraft } from './watchDraft.ts'
import './watch.css'

const LOOPBACK = /^http:\/\/(?:127\.|localhost|\[::1\])/

/** Starts, changes and stops the watch of a stage. */
export const WatchControl = ({ tree }: { readonly tree: StageTree }) => {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const watch = tree.watch
  const canWatch = tree.stage.profileId !== null
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        className="button button-plain button-normal watch-button"
        disabled={!canWatch}
        {...(tree.stage.capsule === undefined ? {} : { title: t('capsule.readOnly') })}
        data-phase={watch === null ? 'off' : watchMark(watch)}
      >
        <Radio aria-hidden />
        <span className="watch-button-text">{t(watch === null ? 'watch.do' : 'watch.on')}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="floating-layer" side="bottom" align="end" sideOffset={6} collisionPadding={8}>
          <Popover.Popup className="bubble watch-bubble">
            <Popover.Title className="bubble-title">{t('watch.title')}</Popover.Title>
            <WatchForm tree={tree} onDone={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

const WatchForm = ({ tree, onDone }: { readonly tree: StageTree; readonly onDone: () => void }) => {
  const { t } = useText()
  const client = useQueryClient()
  const { scope } = useStageFrame()
  const { watch } = tree
  const stage = tree.stage.guid
  const scoped = scope.kind === 'all' ? null : categoriesIn(scope, tree).map(({ id }) => id)
  const [draft, setDraft] = useState<WatchDraft>(() => draftOf(watch, scoped))
  const [isTried, setTried] = useState(false)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
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
      className="watch-form"
      onSubmit={(event) => {
        event.preventDefault()
        void start()
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
        <label className="watch-choice">
          <input
            type="radio"
            name="watch-categories"
            checked={draft.isAll}
            onChange={() => setDraft({ ...draft, isAll: true })}
          />
          {t('watch.all')}
        </label>
        <label className="watch-choice">
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
      {problem === null ? null : <Problem problem={problem} />}
      <div className="modal-buttons">
        {watch === null ? null : <Button onClick={() => void stop()}>{t('watch.stop')}</Button>}
        <Button kind="primary" isSubmit>
          {t(watch === null ? 'watch.start' : 'watch.apply')}
        </Button>
      </div>
    </form>
  )
}
