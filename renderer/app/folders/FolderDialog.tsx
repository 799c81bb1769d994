import { Folder } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import type { FolderList } from '../../../preload/contract/files.ts'
import { call, type Answer, type Problem as AnyProblem } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { Modal } from '../../components/Modal.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { isRefused } from '../problems/issues.ts'
import { Problem } from '../problems/Problem.tsx'
import { useBusy } from '../state/useBusy.ts'
import './folders.css'
import './folderText.ts'

const STEPS: { readonly [key: string]: (at: number, last: number) => number } = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** Arrow keys move along the list, which is one stop of the Tab key. */
const moveAlong = (event: KeyboardEvent<HTMLUListElement>): void => {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const next = STEPS[event.key]?.(at, buttons.length - 1)
  if (next === undefined) return
  event.preventDefault()
  buttons[next]?.focus()
}

type NewFolderProps = {
  /** The folder that it is made in. */
  readonly path: string
  readonly isDisabled: boolean
  readonly onMade: (made: FolderList) => void
}

const NewFolder = ({ path, isDisabled, onMade }: NewFolderProps) => {
  const { t } = useText()
  const [name, setName] = useState('')
  const [isBusy, begin] = useBusy()
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const isNameRefused = isRefused(problem, 'name')
  const make = async (): Promise<void> => {
    const made = await call('folder:make', { path, name: name.trim() })
    setProblem(made.ok ? null : made.error)
    if (!made.ok) return
    setName('')
    onMade(made.value)
  }
  return (
    <details className="arranged-more">
      <summary>{t('folders.new')}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          begin(make)
        }}
      >
        <fieldset className="folders-path" disabled={isDisabled}>
          <TextField
            label={t('folders.new.name')}
            value={name}
            onChange={setName}
            problem={isNameRefused ? t('folders.new.refused') : null}
          />
          <Button isSubmit isDisabled={isBusy || name.trim() === ''}>
            {t('folders.new.make')}
          </Button>
        </fieldset>
      </form>
      {problem === null || isNameRefused ? null : <Problem problem={problem} />}
    </details>
  )
}

type FolderDialogProps = {
  /** Where to begin; null: in the user's own folder. */
  readonly start: string | null
  readonly onClose: () => void
  /** The dialog closes once it is taken. */
  readonly onChoose: (path: string) => Promise<Answer<unknown>>
}

const Folders = ({ start, onClose, onChoose }: FolderDialogProps) => {
  const { t, language } = useText()
  const [list, setList] = useState<FolderList | null>(null)
  /** Null: the path of the list. */
  const [typed, setTyped] = useState(start)
  const [isOpening, setOpening] = useState(true)
  const [isBusy, begin] = useBusy()
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const listed = useRef<HTMLUListElement>(null)
  const opened = useRef(0)
  const path = typed ?? list?.path ?? ''
  const show = (shown: FolderList): void => {
    setProblem(null)
    setList(shown)
    // Typed meanwhile, a path stays.
    setTyped((now) => (now === typed ? null : now))
  }
  /** The last one asked for is shown, whichever is listed first. */
  const read = (wanted: string | null): void => {
    const turn = (opened.current += 1)
    void call('folder:list', wanted === null ? {} : { path: wanted }).then((answer) => {
      if (turn !== opened.current) return
      setOpening(false)
      if (!answer.ok) return setProblem(answer.error)
      // The button that has the focus goes with its list.
      if (listed.current?.contains(document.activeElement) === true) listed.current.focus()
      show(answer.value)
    })
  }
  const open = (wanted: string | null): void => {
    setOpening(true)
    read(wanted)
  }
  const openFirst = useEffectEvent(() => read(start))
  useEffect(() => openFirst(), [])
  const choose = (): void =>
    begin(async () => {
      const answer = await onChoose(path.trim())
      if (answer.ok) onClose()
      else setProblem(answer.error)
    })
  const isPathRefused = isRefused(problem, 'path') || isRefused(problem, 'folder')
  const parent = list?.parent ?? null
  return (
    <>
      <form
        className="folders-path"
        onSubmit={(event) => {
          event.preventDefault()
          open(path.trim())
        }}
      >
        <TextField
          label={t('folders.path')}
          hint={t('folders.path.hint')}
          problem={isPathRefused ? t('folders.path.refused') : null}
          value={path}
          onChange={setTyped}
          isMono
        />
        <Button isSubmit isDisabled={path.trim() === ''}>
          {t('folders.open')}
        </Button>
      </form>
      <div className="row">
        <Button size="small" onClick={() => open(null)}>
          {t('folders.home')}
        </Button>
        <Button size="small" isDisabled={parent === null} onClick={() => open(parent)}>
          {t('folders.up')}
        </Button>
      </div>
      <ul ref={listed} className="folders-list" tabIndex={-1} aria-label={t('folders.list')} onKeyDown={moveAlong}>
        {list?.folders.length === 0 ? <li className="muted">{t('folders.none')}</li> : null}
        {list?.folders.map((folder, at) => (
          <li key={folder.path}>
            <button type="button" tabIndex={at === 0 ? 0 : -1} onClick={() => open(folder.path)}>
              <Folder aria-hidden />
              {folder.name}
            </button>
          </li>
        ))}
      </ul>
      {list?.isCut === true ? (
        <p className="field-hint">{t('folders.cut', { count: formatCount(list.folders.length, language) })}</p>
      ) : null}
      {list === null ? null : <NewFolder path={list.path} isDisabled={isOpening} onMade={show} />}
      {problem === null || isPathRefused ? null : <Problem problem={problem} />}
      <div className="modal-buttons">
        <Button onClick={onClose}>{t('do.cancel')}</Button>
        <Button kind="primary" isDisabled={isBusy || isOpening || path.trim() === ''} onClick={choose}>
          {t('folders.choose')}
        </Button>
      </div>
    </>
  )
}

/** Chooses a folder of the computer that the app runs on, where the page has no dialog of the system. */
export const FolderDialog = ({ isOpen, ...folders }: FolderDialogProps & { readonly isOpen: boolean }) => {
  const { t } = useText()
  return (
    <Modal title={t('folders.title')} isOpen={isOpen} onClose={folders.onClose}>
      {isOpen ? <Folders {...folders} /> : null}
    </Modal>
  )
}
