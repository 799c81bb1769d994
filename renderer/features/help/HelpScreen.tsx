import { ArrowLeft, PanelLeft, Printer } from 'lucide-react'
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { formatRoute, type Route } from '../../app/address.ts'
import { useShortcuts } from '../../app/commands/shortcuts.ts'
import { SearchBox } from '../../app/table/SearchBox.tsx'
import { Workspace } from '../../app/Workspace.tsx'
import { Blank } from '../../components/Blank.tsx'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Marked } from '../../components/marks/Marked.tsx'
import { soughtWords, type SoughtWord } from '../../components/marks/matches.ts'
import { useText } from '../../text/text.ts'
import { findSections, readChapters, type Chapter } from './chapters.ts'
import { HelpText } from './HelpText.tsx'
import './help.css'

type HelpRoute = Extract<Route, { screen: 'help' }>

const elementId = (chapter: string, section: string): string => `help-${chapter}-${section}`

type ChapterListProps = {
  readonly chapters: readonly Chapter[]
  readonly place: HelpRoute
  readonly onFollow: () => void
}

const ChapterList = ({ chapters, place, onFollow }: ChapterListProps) => {
  const { t } = useText()
  const links = [{ id: undefined, title: t('help.all') }, ...chapters]
  return (
    <nav className="settings-nav" aria-label={t('help.chapters')}>
      <ul>
        {links.map(({ id, title }) => (
          <li key={title}>
            <a
              className="settings-link"
              href={formatRoute({ screen: 'help', ...(id === undefined ? {} : { chapter: id }) })}
              aria-current={place.chapter === id ? 'page' : undefined}
              onClick={onFollow}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type ChapterTextProps = {
  readonly chapter: Chapter
  readonly words: readonly SoughtWord[]
  readonly onFollow: () => void
}

const ChapterText = memo(({ chapter: { id, title, sections }, words, onFollow }: ChapterTextProps) => (
  <article className="help-chapter" aria-label={title}>
    <h2>
      <Marked text={title} words={words} />
    </h2>
    {sections.map((section) => (
      <section key={section.id} className="help-section stack">
        <h3 id={elementId(id, section.id)} tabIndex={-1}>
          {words.length === 0 ? (
            section.title
          ) : (
            <a href={formatRoute({ screen: 'help', chapter: id, section: section.id })} onClick={onFollow}>
              <Marked text={section.title} words={words} />
            </a>
          )}
        </h3>
        <HelpText content={section.content} words={words} onFollow={onFollow} />
      </section>
    ))}
  </article>
))

/** The manual: all chapters, one of them, or the sections that a search finds. */
export const HelpScreen = ({ place, onLeave }: { readonly place: HelpRoute; readonly onLeave: () => void }) => {
  const { t, language } = useText()
  const [search, setSearch] = useState('')
  const [isListShown, setListShown] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const chapters = useMemo(() => readChapters(language, t), [language, t])
  // Letters appear in the field before the manual is marked anew.
  const sought = useDeferredValue(search)
  const words = useMemo(() => soughtWords(sought), [sought])
  const isSearching = words.length > 0
  const shown = useMemo(
    () =>
      words.length > 0
        ? findSections(chapters, words)
        : chapters.filter(({ id }) => place.chapter === undefined || place.chapter === id),
    [chapters, words, place.chapter],
  )
  useShortcuts({
    search: () => input.current?.focus(),
    escape: () => (isListShown ? setListShown(false) : onLeave()),
  })
  useEffect(() => {
    const { chapter, section } = place
    const heading =
      isSearching || chapter === undefined || section === undefined
        ? null
        : document.getElementById(elementId(chapter, section))
    if (heading === null) page.current?.scrollTo(0, 0)
    else {
      heading.scrollIntoView()
      if (document.activeElement !== input.current) heading.focus()
    }
  }, [place, isSearching])
  const follow = useCallback((): void => {
    setSearch('')
    setListShown(false)
  }, [])
  const found = shown.reduce((count, { sections }) => count + sections.length, 0)
  return (
    <Workspace
      listLabel={t('help.chapters')}
      list={
        <>
          <div className="pane-head row">
            <p className="pane-title">{t('help.title')}</p>
          </div>
          <ChapterList chapters={chapters} place={place} onFollow={follow} />
        </>
      }
      isListShown={isListShown}
      onHideList={() => setListShown(false)}
    >
      <h1 className="visually-hidden">{t('help.title')}</h1>
      <div className="toolbar">
        <span className="only-narrow">
          <IconButton
            label={t('help.chapters')}
            icon={<PanelLeft aria-hidden />}
            onClick={() => setListShown(!isListShown)}
          />
        </span>
        <SearchBox
          ref={input}
          label={t('help.search')}
          placeholder={t('help.search')}
          search={search}
          onSearch={setSearch}
          maxLength={200}
        />
        <span className="muted" role="status">
          {isSearching ? t('help.found', { count: found }) : ''}
        </span>
        <span className="gap" />
        <IconButton label={t('help.print')} icon={<Printer aria-hidden />} onClick={() => window.print()} />
        <IconButton label={t('do.back')} keys="Esc" icon={<ArrowLeft aria-hidden />} onClick={onLeave} />
      </div>
      {shown.length === 0 ? (
        <Blank
          title={t('stage.noneFound', { search: sought.trim() })}
          actions={<Button onClick={() => setSearch('')}>{t('stage.clearSearch')}</Button>}
        />
      ) : (
        <div className="help-page scroll" ref={page} tabIndex={-1}>
          {shown.map((chapter) => (
            <ChapterText key={chapter.id} chapter={chapter} words={words} onFollow={follow} />
          ))}
        </div>
      )}
    </Workspace>
  )
}
