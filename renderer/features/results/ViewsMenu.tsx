import { Popover } from '@base-ui/react/popover'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, Check, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Input } from '../../../preload/contract.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { SavedView, ViewOfResults } from '../../../preload/contract/results.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { fetchValue } from '../../app/state/queries.ts'
import { UNDO_MS } from '../../app/state/removals.ts'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useText } from '../../text/text.ts'
import './filters.css'

type ViewsMenuProps = {
  readonly stage: StageGuid
  /** The current view of the table. */
  readonly current: ViewOfResults
  readonly onApply: (view: ViewOfResults) => void
  readonly isDisabled: boolean
}

type NameFormProps = {
  readonly label: string
  readonly initial: string
  readonly taken: readonly string[]
  readonly doLabel: string
  readonly onName: (name: string) => void
  readonly isFocused?: boolean
}

const NameForm = ({ label, initial, taken, doLabel, onName, isFocused = false }: NameFormProps) => {
  const { t } = useText()
  const [name, setName] = useState(initial)
  const isTaken = taken.includes(name.trim())
  return (
    <form
      className="view-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() === '') return
        onName(name.trim())
        setName('')
      }}
    >
      <input
        className="input"
        type="text"
        aria-label={label}
        placeholder={label}
        value={name}
        maxLength={200}
        autoFocus={isFocused}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <Button isSubmit isDisabled={name.trim() === ''}>
        {isTaken ? t('views.overwrite') : doLabel}
      </Button>
    </form>
  )
}

const ViewsPane = ({
  stage,
  current,
  onApply,
  onDone,
}: Omit<ViewsMenuProps, 'isDisabled'> & { readonly onDone: () => void }) => {
  const { t } = useText()
  const client = useQueryClient()
  const queryKey = ['views', stage]
  const views = useQuery({ queryKey, queryFn: () => fetchValue('stage:views', { stage }) })
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [renamed, setRenamed] = useState<string | null>(null)
  const [deleted, setDeleted] = useState<SavedView | null>(null)
  useEffect(() => {
    if (deleted === null) return undefined
    const timer = setTimeout(() => setDeleted(null), UNDO_MS)
    return () => clearTimeout(timer)
  }, [deleted])
  const change = async (input: Omit<Input<'stage:views'>, 'stage'>): Promise<boolean> => {
    const answer = await call('stage:views', { stage, ...input })
    setProblem(answer.ok ? null : answer.error)
    if (answer.ok) client.setQueryData(queryKey, answer.value)
    return answer.ok
  }
  const list = views.data ?? []
  const names = list.map(({ name }) => name)
  const shown = JSON.stringify(current)
  return (
    <div className="views column">
      {views.error !== null ? <Problem problem={views.error} onRetry={() => void views.refetch()} /> : null}
      {problem === null ? null : <Problem problem={problem} />}
      {views.data !== undefined && list.length === 0 && deleted === null ? (
        <p className="facet-note muted">{t('views.none')}</p>
      ) : null}
      <ul className="view-list">
        {list.map((saved) => (
          <li key={saved.name} className="view-item">
            {renamed === saved.name ? (
              <NameForm
                label={t('views.name')}
                initial={saved.name}
                taken={names.filter((name) => name !== saved.name)}
                doLabel={t('views.rename')}
                isFocused
                onName={(name) => {
                  setRenamed(null)
                  if (name !== saved.name) void change({ save: { name, view: saved.view }, remove: saved.name })
                }}
              />
            ) : (
              <>
                <button
                  type="button"
                  className="menu-item view-apply"
                  onClick={() => {
                    onApply(saved.view)
                    onDone()
                  }}
                >
                  <span className="menu-check">
                    {JSON.stringify(saved.view) === shown ? <Check aria-label={t('views.shown')} /> : null}
                  </span>
                  <span className="ellipsis" title={saved.name}>
                    {saved.name}
                  </span>
                </button>
                <IconButton
                  label={t('views.renameOne', { name: saved.name })}
                  icon={<Pencil aria-hidden />}
                  onClick={() => setRenamed(saved.name)}
                />
                <IconButton
                  label={t('views.deleteOne', { name: saved.name })}
                  icon={<Trash2 aria-hidden />}
                  onClick={() =>
                    void change({ remove: saved.name }).then((isGone) => (isGone ? setDeleted(saved) : undefined))
                  }
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {deleted === null ? null : (
        <p className="view-undo row" role="status">
          <span className="ellipsis">{t('views.deleted', { name: deleted.name })}</span>
          <Button
            size="small"
            onClick={() =>
              void change({ save: { name: deleted.name, view: deleted.view } }).then((isBack) =>
                isBack ? setDeleted(null) : undefined,
              )
            }
          >
            {t('do.undo')}
          </Button>
        </p>
      )}
      <div className="menu-separator" role="separator" />
      <NameForm
        label={t('views.saveAs')}
        initial=""
        taken={names}
        doLabel={t('views.save')}
        onName={(name) => void change({ save: { name, view: current } })}
      />
    </div>
  )
}

/** Views of the stage's table that were given a name: scope, search, filters, sort and columns. */
export const ViewsMenu = ({ isDisabled, ...props }: ViewsMenuProps) => {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className="button button-quiet" disabled={isDisabled} title={t('views.title')}>
        <Bookmark aria-hidden />
        <span className="spare-words">{t('views.title')}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="floating-layer" side="bottom" align="start" sideOffset={6} collisionPadding={8}>
          <Popover.Popup className="bubble facet-bubble">
            <div className="facet-head">
              <Popover.Title className="facet-title">{t('views.heading')}</Popover.Title>
            </div>
            <ViewsPane {...props} onDone={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
