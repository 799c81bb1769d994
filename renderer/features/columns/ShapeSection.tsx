import { useState } from 'react'
import type { Input } from '../../../preload/contract.ts'
import type { MappedColumn, RoleCorrection, ShapeMapping } from '../../../preload/contract/columns.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { useBusy } from '../../app/state/useBusy.ts'
import { Button } from '../../components/Button.tsx'
import { Mark } from '../../components/Mark.tsx'
import { formatCount } from '../../text/format.ts'
import { useText, type Translate } from '../../text/text.ts'
import { scopeNames } from '../../app/stage/scope.ts'
import { ColumnRow } from './ColumnRow.tsx'
import {
  choose,
  correctionsOf,
  groupColumns,
  isCorrected,
  previousCorrections,
  refusalOf,
  takenBy,
  type MappingDraft,
} from './mappingDraft.ts'

const noDraft: MappingDraft = new Map()

/** Choices not applied yet survive a visit to another view. */
const kept = new Map<string, MappingDraft>()

/** From so many columns on, one is looked for by its name. */
const manyColumns = 15

const matches = (column: MappedColumn, words: string, t: Translate): boolean => {
  const wanted = words.trim().toLowerCase()
  const role = column.role.role === null ? '' : t(`role.${column.role.role}`)
  return `${column.name}\n${column.names.join('\n')}\n${role}`.toLowerCase().includes(wanted)
}

type Done = { readonly text: string; readonly before: readonly RoleCorrection[] }

type ShapeSectionProps = {
  readonly tree: StageTree
  readonly shape: ShapeMapping
  /** Whether it is the only shape shown. */
  readonly isOnly: boolean
}

/** The columns of one shape, with what is corrected in them. */
export const ShapeSection = ({ tree, shape, isOnly }: ShapeSectionProps) => {
  const { t, language } = useText()
  const { signature, origin, columns, stored } = shape
  const stage = tree.stage.guid
  const key = `${stage} ${origin} ${signature}`
  const [draft, setDraftNow] = useState(() => kept.get(key) ?? noDraft)
  const setDraft = (next: MappingDraft): void => {
    kept.set(key, next)
    setDraftNow(next)
  }
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [isBusy, begin] = useBusy()
  const [done, setDone] = useState<Done | null>(null)
  const count = (value: number): string => formatCount(value, language)
  const host = shape.origin.replace(/^https?:\/\//, '')
  const categories = t('mapping.categories', { count: stored.categories, shown: count(stored.categories) })
  const refusal = refusalOf(problem)
  const places = shape.categories.map((id) => scopeNames({ kind: 'category', id }, tree).join(' / '))

  const send = async (
    input: Input<'results:setMapping'>,
    before: readonly RoleCorrection[],
    text: string,
  ): Promise<void> => {
    const answer = await call('results:setMapping', input)
    setProblem(answer.ok ? null : answer.error)
    if (!answer.ok) return
    setDraft(noDraft)
    setDone({ text, before })
  }
  const say = (roles: readonly RoleCorrection[], text: string): void =>
    begin(() =>
      send(
        roles.length === 0 ? { stage, signature, origin, reset: true } : { stage, signature, origin, roles },
        previousCorrections(columns),
        text,
      ),
    )
  const apply = (): void => say(correctionsOf(columns, draft), t('mapping.applied', { categories }))

  const shown = columns.filter((column) => matches(column, words, t))
  const groups = groupColumns(shown)
  const rowOf = (column: MappedColumn) => {
    const chosen = draft.get(column.name)
    const role = chosen === undefined ? column.role.role : chosen.role
    return (
      <ColumnRow
        key={column.name}
        column={column}
        chosen={chosen}
        takenBy={takenBy(columns, draft, column)}
        refusal={
          refusal?.column === column.name
            ? t(`mapping.refused.${refusal.reason}`, { role: role === null ? '' : t(`role.${role}`) })
            : null
        }
        onChoose={(said) => {
          setProblem(null)
          setDraft(choose(draft, column, said))
        }}
      />
    )
  }

  return (
    <section className="mapping-shape" aria-label={`${t('mapping.shape', { origin: host })}: ${places[0] ?? ''}`}>
      <header className="mapping-head row">
        <div className="mapping-facts">
          <h2 className="ellipsis">{t('mapping.shape', { origin: host })}</h2>
          <p className="muted">
            {t('mapping.columns', { count: columns.length, shown: count(columns.length) })} ·{' '}
            {t('mapping.categories', { count: places.length, shown: count(places.length) })} ·{' '}
            {t('mapping.rows', { count: shape.rows, shown: count(shape.rows) })}
          </p>
          {isOnly ? null : (
            <p className="muted ellipsis" title={places.join('\n')}>
              {places.join(', ')}
            </p>
          )}
        </div>
        {columns.length < manyColumns ? null : (
          <input
            type="search"
            className="input mapping-find"
            aria-label={t('mapping.find')}
            placeholder={t('mapping.find')}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </header>
      <p className="mapping-effect muted">
        {t(stored.stages > 1 ? 'mapping.applies.stages' : 'mapping.applies', {
          origin: host,
          categories,
          rows: t('mapping.rows', { count: stored.rows, shown: count(stored.rows) }),
          stages: t('mapping.stages', { count: stored.stages, shown: count(stored.stages) }),
        })}
      </p>
      {problem === null || refusal !== null ? null : (
        <div className="mapping-problem">
          <Problem problem={problem} />
        </div>
      )}
      <table className="mapping-table">
        <thead>
          <tr>
            <th scope="col" className="mapping-column">
              {t('mapping.column')}
            </th>
            <th scope="col" className="mapping-in-rows">
              {t('mapping.samples')}
            </th>
            <th scope="col" className="mapping-role">
              {t('mapping.role')}
            </th>
            <th scope="col" className="mapping-best">
              {t('mapping.guesses')}
            </th>
            <th scope="col">{t('mapping.reason')}</th>
          </tr>
        </thead>
        {groups.map(({ kind, list, columns: ofGroup }) => (
          <tbody key={`${kind} ${list}`}>
            {kind === 'plain' && groups[0]?.kind !== 'undecided' ? null : (
              <tr className={`mapping-group is-${kind}`}>
                <th scope="rowgroup" colSpan={5}>
                  {kind === 'undecided' ? (
                    <>
                      <Mark kind="partial">
                        {t('mapping.undecided', { count: ofGroup.length, shown: count(ofGroup.length) })}
                      </Mark>{' '}
                      <span className="muted">{t('mapping.undecided.what')}</span>
                    </>
                  ) : kind === 'list' ? (
                    t('mapping.list', { list })
                  ) : (
                    t('mapping.others')
                  )}
                </th>
              </tr>
            )}
            {ofGroup.map(rowOf)}
          </tbody>
        ))}
      </table>
      {shown.length > 0 ? null : (
        <p className="mapping-none muted">
          {t('mapping.find.none', { words })}{' '}
          <Button size="small" kind="quiet" onClick={() => setWords('')}>
            {t('mapping.find.clear')}
          </Button>
        </p>
      )}
      <footer className="mapping-actions row">
        <span role="status" className="mapping-done">
          {draft.size > 0 ? (
            <Mark kind="partial">{t('mapping.pending', { count: draft.size })}</Mark>
          ) : done === null ? null : (
            <Mark kind="ok">{done.text}</Mark>
          )}
        </span>
        {draft.size > 0 ? (
          <Button
            kind="quiet"
            onClick={() => {
              setDraft(noDraft)
              setProblem(null)
            }}
          >
            {t('mapping.discard')}
          </Button>
        ) : done === null ? null : (
          <Button kind="quiet" isDisabled={isBusy} onClick={() => say(done.before, t('mapping.undone'))}>
            {t('do.undo')}
          </Button>
        )}
        <Button
          isDisabled={isBusy || !isCorrected(shape)}
          onClick={() => say([], t('mapping.applied', { categories }))}
        >
          {t('mapping.reset')}
        </Button>
        <Button kind="primary" isDisabled={isBusy || draft.size === 0} onClick={apply}>
          {t('mapping.apply')}
        </Button>
      </footer>
    </section>
  )
}
