import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Category, StageTree } from '../../../preload/contract/stages.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { fetchValue } from '../../app/state/queries.ts'
import { useBusy } from '../../app/state/useBusy.ts'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Mark } from '../../components/Mark.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { categoriesIn } from '../../app/stage/scope.ts'
import { useStageFrame } from '../../app/stage/stageFrameContext.ts'
import {
  changeFor,
  changesBack,
  commonReading,
  ENCODINGS,
  encodingsOf,
  isSameReading,
  type Reading,
} from './readingDraft.ts'

const AUTO = 'auto'
type Header = typeof AUTO | 'yes' | 'no'
const HEADERS: readonly Header[] = [AUTO, 'yes', 'no']

const headerOf = (hasHeader: boolean | null): Header => (hasHeader === null ? AUTO : hasHeader ? 'yes' : 'no')

type Changes = ReturnType<typeof changesBack>
type Done = { readonly rows: number; readonly back: Changes }

/** How the replies of what is looked at are read as text: shown on three cells, applied to all that is stored, and taken back. */
export const ReadingForm = ({ tree }: { readonly tree: StageTree }) => {
  const { t, language } = useText()
  const { scope } = useStageFrame()
  const stage = tree.stage.guid
  const categories = categoriesIn(scope, tree).filter(({ hasBody }) => hasBody)
  const now = commonReading(categories)
  const [draft, setDraft] = useState<Reading>(now)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const [isBusy, begin] = useBusy()
  const [shown] = [...categories].sort((a, b) => Number(b.charset !== undefined) - Number(a.charset !== undefined))
  const [read] = encodingsOf(categories)
  const isRefused = problem?.kind === 'invalid-input'

  const send = (changes: Changes, back: Changes | null): void =>
    begin(async () => {
      let rows = 0
      for (const change of changes) {
        const answer = await call('results:setReading', change)
        setProblem(answer.ok ? null : answer.error)
        if (!answer.ok) return
        rows += answer.value.rows
      }
      setDone(back === null ? null : { rows, back })
    })

  const apply = (): void => send([changeFor(stage, scope, categories, draft)], changesBack(stage, scope, categories))
  const undo = (back: Changes): void => {
    const [most] = back
    setDraft({ charset: most?.charset ?? null, hasHeader: most?.hasHeader ?? null })
    send(back, null)
  }
  return (
    <div className="reading stack">
      <Choice
        label={t('reading.encoding')}
        value={draft.charset ?? AUTO}
        options={[
          { value: AUTO, label: read === undefined ? t('reading.auto') : t('reading.auto.now', { encoding: read }) },
          ...[...new Set([...ENCODINGS, ...(draft.charset === null ? [] : [draft.charset])])].map((value) => ({
            value,
            label: value,
          })),
        ]}
        onChange={(value) => {
          setProblem(null)
          setDraft({ ...draft, charset: value === AUTO ? null : value })
        }}
      />
      {shown === undefined ? null : <Preview category={shown} charset={draft.charset} />}
      <Choice
        label={t('reading.header')}
        value={headerOf(draft.hasHeader)}
        options={HEADERS.map((value) => ({ value, label: t(`reading.header.${value}`) }))}
        onChange={(value) => {
          setProblem(null)
          setDraft({ ...draft, hasHeader: value === AUTO ? null : value === 'yes' })
        }}
      />
      <p className="muted">
        {scope.kind === 'all'
          ? t('reading.applies.all')
          : t('reading.applies.some', { count: categories.length, shown: formatCount(categories.length, language) })}
      </p>
      {problem === null ? null : isRefused ? (
        <p className="field-problem" role="alert">
          {t('reading.refused')}
        </p>
      ) : (
        <Problem problem={problem} />
      )}
      <div className="reading-actions row">
        <span role="status" className="reading-done">
          {done === null ? null : (
            <Mark kind="ok">{t('reading.done', { count: done.rows, shown: formatCount(done.rows, language) })}</Mark>
          )}
        </span>
        {done === null ? null : (
          <Button size="small" kind="quiet" isDisabled={isBusy} onClick={() => undo(done.back)}>
            {t('do.undo')}
          </Button>
        )}
        <Button
          size="small"
          kind="primary"
          isDisabled={isBusy || categories.length === 0 || isSameReading(draft, now)}
          onClick={apply}
        >
          {t('reading.apply')}
        </Button>
      </div>
    </div>
  )
}

/** Three cells of the newest reply as they read in the encoding. */
const Preview = ({ category, charset }: { readonly category: Category; readonly charset: string | null }) => {
  const { t } = useText()
  const input = { category: category.id, charset }
  const preview = useQuery({
    queryKey: ['results', 'previewCharset', input, category.checkedAt],
    queryFn: () => fetchValue('results:previewCharset', input),
    placeholderData: (known) => known,
  })
  const cells = preview.data?.cells ?? []
  return (
    <div className="reading-preview" role="group" aria-label={t('reading.preview')} aria-live="polite">
      {preview.data?.charset === null ? (
        <p className="field-problem">{t('reading.preview.none')}</p>
      ) : cells.length === 0 ? (
        <p className="muted">{preview.isPending ? ' ' : t('reading.preview.empty')}</p>
      ) : (
        <ul>
          {cells.map((cell) => (
            <li key={cell} className="ellipsis" title={cell}>
              {cell}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
