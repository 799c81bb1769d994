import { useEffect, useId, useRef } from 'react'
import type { PersonCard } from '../../../../preload/contract/results.ts'
import type { StageTree } from '../../../../preload/contract/stages.ts'
import { openRow } from '../../../app/opened/openRow.ts'
import { Problem } from '../../../app/problems/Problem.tsx'
import { useStageServices } from '../../../app/services/useServices.ts'
import { useRemembered } from '../../../app/state/remembered.ts'
import { COMMAND_KEY, useShortcuts } from '../../../app/commands/shortcuts.ts'
import { Button } from '../../../components/Button.tsx'
import { Mark } from '../../../components/Mark.tsx'
import { formatCount } from '../../../text/format.ts'
import { useText, type Translate } from '../../../text/text.ts'
import { oldestConfirmation } from '../../../app/stage/freshness.ts'
import { placingHere } from '../../../app/stage/cardFacts.ts'
import { allCategories, scopeNames } from '../../../app/stage/scope.ts'
import { useStageFrame } from '../../../app/stage/stageFrameContext.ts'
import { DeskCard, DeskNone } from './DeskCard.tsx'
import { deskKeyOf, isForBox, keypadDigitOf } from './deskKeys.ts'
import { useDesk, type Desk } from './useDesk.ts'
import './desk.css'

const CLEAR_AFTER_S = [0, 10, 20] as const
type ClearAfter = (typeof CLEAR_AFTER_S)[number]
const isClearAfter = (value: unknown): value is ClearAfter => CLEAR_AFTER_S.some((known) => known === value)

/** Announcement of the shown person for screen readers. */
const sayPerson = (card: PersonCard, t: Translate): string => {
  const here = placingHere(card)
  return t('desk.said', {
    bib: card.bib,
    name: card.name === '' ? t('desk.noName') : card.name,
    status: t(`finisher.${card.status}`),
    place: here === undefined || here.place === null ? '' : t('desk.said.place', { place: here.place }),
    result: here === undefined || here.result === '' ? '' : t('desk.said.result', { result: here.result }),
    category: `${card.distanceName}, ${card.categoryName}`,
  })
}

const Keys = () => {
  const { t } = useText()
  const keys = [
    ['desk.key.type', ['0–9']],
    ['desk.key.enter', ['Enter']],
    ['desk.key.move', ['↓', '↑']],
    ['desk.key.clear', ['Esc', '*']],
    ['desk.key.keypad', ['+', '−', '.']],
    ['desk.key.size', [`${COMMAND_KEY} +`, `${COMMAND_KEY} −`]],
  ] as const
  return (
    <section className="desk-card stack desk-ready">
      <h2>{t('desk.ready')}</h2>
      <p>{t('desk.ready.what')}</p>
      <dl className="desk-keys stack" aria-label={t('desk.keys')}>
        {keys.map(([text, names]) => (
          <div key={text}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Others = ({ desk, onChosen }: { readonly desk: Desk; readonly onChosen: () => void }) => {
  const { t, language } = useText()
  const { people, more, state, choose } = desk
  const activeRef = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    activeRef.current?.scrollIntoView({ block: 'nearest' })
  }, [state.at])
  if (people === null || people.length < 2) return null
  return (
    <section className="desk-others stack" aria-label={t('desk.others')}>
      <h3>{t('desk.others')}</h3>
      <ol>
        {people.map(({ category, index, bib, name }, at) => (
          <li key={`${category} ${index}`}>
            <button
              type="button"
              ref={at === state.at ? activeRef : null}
              className="desk-other"
              aria-current={at === state.at && state.around === null ? 'true' : undefined}
              onClick={() => {
                choose(at)
                onChosen()
              }}
            >
              <b>{bib === '' ? '–' : bib}</b>
              <span>{name === '' ? t('desk.noName') : name}</span>
            </button>
          </li>
        ))}
      </ol>
      {more === 0 ? null : (
        <p className="muted">{t('desk.more', { count: more, rows: formatCount(more, language) })}</p>
      )}
    </section>
  )
}

/** Whose result? A number typed on the keypad, one large card. */
export const DeskView = ({ tree }: { readonly tree: StageTree }) => {
  const { t, language } = useText()
  const stage = tree.stage.guid
  const inputRef = useRef<HTMLInputElement>(null)
  const [clearAfter, setClearAfter] = useRemembered('deskClearAfterS', isClearAfter, 0)
  const { scope, setScope } = useStageFrame()
  const scopeName = scopeNames(scope, tree).join(' · ')
  const desk = useDesk(stage, scope, clearAfter)
  const autoClearId = useId()
  const { state, people, person, card } = desk
  const isOffline = useStageServices(tree)?.state.kind === 'offline'
  const search = state.text.trim()
  const isNone = people !== null && people.length === 0 && state.around === null

  const focus = (): void => {
    inputRef.current?.focus()
  }
  useEffect(focus, [])
  useShortcuts({
    digit: focus,
    search: () => {
      focus()
      inputRef.current?.select()
    },
    escape: () => {
      if (state.text === '') return false
      desk.clear()
      focus()
      return true
    },
  })
  const deskNow = useRef(desk)
  useEffect(() => {
    deskNow.current = desk
  })
  useEffect(() => {
    const follow = (event: KeyboardEvent): void => {
      const at = document.activeElement
      const isOurs = at === inputRef.current
      // Keys pressed without a focused control are for the bib lookup.
      const isIdle = at === null || at === document.body || at.matches('main, [role="tabpanel"]')
      if (event.defaultPrevented || !(isOurs || isIdle)) return
      if (isIdle && isForBox(event)) inputRef.current?.focus()
      const { state: now, press, type } = deskNow.current
      const digit = keypadDigitOf(event)
      if (digit !== null) {
        event.preventDefault()
        const { selectionStart, selectionEnd } = inputRef.current ?? {}
        const [start, end] = now.isShown ? [0, now.text.length] : [selectionStart, selectionEnd]
        const from = start ?? now.text.length
        type(now.text.slice(0, from) + digit + now.text.slice(end ?? from))
        return
      }
      const command = deskKeyOf(event, now)
      if (command === null) return
      event.preventDefault()
      press(command, event.key)
    }
    window.addEventListener('keydown', follow)
    return () => window.removeEventListener('keydown', follow)
  }, [])

  const isOneOfMany = people !== null && people.length > 1
  const position = isOneOfMany ? t('desk.at', { at: state.at + 1, count: people.length }) : ''
  const missing = allCategories(tree).filter(({ fetchedAt }) => fetchedAt === null).length
  const noneText = [
    t('desk.none.what', { search, rows: formatCount(tree.stage.rows, language) }),
    ...(missing === 0 ? [] : [t('stage.noneFound.missing', { count: missing })]),
  ].join(' ')
  const searchAll = (): void => {
    setScope({ kind: 'all' })
    focus()
  }
  const notes = [
    ...(desk.areElsewhere ? [t('desk.notInScope', { scope: scopeName })] : []),
    ...(desk.areSimilar ? [t('desk.similar')] : []),
  ]
  const said =
    !state.isShown || search === ''
      ? ''
      : isNone
        ? `${t('desk.none')}. ${noneText}`
        : card === undefined
          ? ''
          : [...notes.map((note) => `${note}. `), sayPerson(card, t)].join('')
  return (
    <div className="desk fill">
      {scopeName === '' ? null : (
        <div className="desk-scope">
          <h2>{scopeName}</h2>
          <Button kind="quiet" onClick={searchAll}>
            {t('stage.searchAll')}
          </Button>
        </div>
      )}
      <div className="desk-top">
        <input
          ref={inputRef}
          className="input desk-input"
          type="text"
          inputMode="text"
          aria-label={t('desk.search')}
          placeholder={t('desk.placeholder')}
          value={state.text}
          data-shown={state.isShown}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => desk.type(event.target.value)}
        />
        <div className="desk-side stack">
          <span className="field-label" id={autoClearId}>
            {t('desk.autoClear')}
          </span>
          <div className="segments" role="group" aria-labelledby={autoClearId}>
            {CLEAR_AFTER_S.map((value) => (
              <button
                key={value}
                type="button"
                className="segment"
                aria-pressed={value === clearAfter}
                data-active={value === clearAfter ? '' : undefined}
                onClick={() => {
                  setClearAfter(value)
                  focus()
                }}
              >
                {value === 0 ? t('desk.autoClear.off') : t('desk.autoClear.after', { count: value })}
              </button>
            ))}
          </div>
        </div>
      </div>
      {isOffline ? (
        <p className="desk-offline">
          <Mark kind="offline">{t('desk.offline')}</Mark>
        </p>
      ) : null}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <div className="desk-body">
        <div className="desk-main">
          {desk.error !== null ? (
            <Problem problem={desk.error} />
          ) : isNone ? (
            <DeskNone what={noneText} instant={oldestConfirmation(allCategories(tree))} />
          ) : person !== null ? (
            <>
              {notes.map((note) => (
                <p key={note} className="desk-elsewhere-note">
                  <Mark kind="partial">{note}</Mark>
                </p>
              ))}
              <DeskCard tree={tree} person={person} card={card} isAround={state.around !== null} position={position} />
              <p className="desk-open">
                <Button kind="quiet" onClick={() => openRow({ stage, category: person.category, index: person.index })}>
                  {t('desk.open')}
                </Button>
              </p>
            </>
          ) : tree.stage.rows === 0 ? (
            <section className="desk-card stack desk-none">
              <p>{t('desk.noData')}</p>
            </section>
          ) : search === '' ? (
            <Keys />
          ) : null}
        </div>
        <Others desk={desk} onChosen={focus} />
      </div>
    </div>
  )
}
