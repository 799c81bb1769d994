import { Autocomplete } from '@base-ui/react/autocomplete'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useText } from '../../text/text.ts'
import { listCommands, type Command, type CommandGroup } from './commands.ts'
import { isNamedBy, peopleCommands } from './paletteMatches.ts'
import { fetchValue, profilesQuery, stagesQuery } from '../state/queries.ts'
import { openRow } from '../opened/openRow.ts'
import { goTo, route } from '../route.ts'
import { listScreenActions } from './screenActions.ts'
import { saveSettings } from '../state/settings.ts'
import { useDebounced } from '../state/useDebounced.ts'
import { canRunShortcut, isEnter, runShortcut } from './shortcuts.ts'

export type PaletteProps = {
  /** Kept by the dialog, so that text typed before the palette loaded is not lost. */
  readonly typed: string
  readonly onType: (typed: string) => void
  /** Enter came before what the text finds: its first match is wanted. Typing more takes that back. */
  readonly isEntered: boolean
  readonly onEnter: (isEntered: boolean) => void
  readonly onClose: () => void
}

const REST_MS = 60

/** Rows read; a person may have several, of which one is listed. */
const LISTED = 8

/** The list of the command palette and the field that narrows it down. */
export const Palette = ({ typed, onType, isEntered, onEnter, onClose }: PaletteProps) => {
  const { t } = useText()
  const client = useQueryClient()
  const { data: stages, isPending } = useQuery(stagesQuery)
  const profiles = useQuery(profilesQuery).data
  const [actions] = useState(listScreenActions)
  const groups = useMemo(
    () =>
      listCommands({
        t,
        stages: stages ?? [],
        profiles: profiles ?? [],
        actions,
        canDo: canRunShortcut,
        isInStage: route.get().screen === 'stage',
      }).filter(({ items }) => items.length > 0),
    [t, stages, profiles, actions],
  )
  const words = useDebounced(typed, REST_MS).trim()
  const {
    data: people,
    isLoading,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['find', words, 'palette'],
    queryFn: () => fetchValue('results:find', { search: words, limit: LISTED }),
    enabled: words !== '' && stages?.some(({ rows }) => rows > 0) === true,
    placeholderData: keepPreviousData,
  })
  // The list may still be of an earlier text.
  const isBehind = isPending || isLoading || isPlaceholderData || words !== typed.trim()
  const shown = useMemo(() => {
    const search = typed.trim()
    if (search === '')
      return groups.map(({ value, items }) => ({ value, items: items.filter((item) => item.isFoundOnly !== true) }))
    const named = groups.map(({ value, items }) => ({ value, items: items.filter((item) => isNamedBy(item, search)) }))
    const areSimilar = people?.areSimilar === true
    const isNamed = named.some(({ items }) => items.length > 0)
    const found = areSimilar && isNamed ? [] : peopleCommands(people?.rows ?? [], t('find.noName'))
    const heading = t(areSimilar ? 'find.similar' : 'palette.people')
    return [...named, { value: heading, items: found }].filter(({ items }) => items.length > 0)
  }, [t, groups, typed, people])
  const run = ({ effect }: Command): void => {
    onClose()
    if (effect.kind === 'go') goTo(effect.to)
    else if (effect.kind === 'row') openRow(effect.row)
    else if (effect.kind === 'settings') void saveSettings(client, effect.change)
    // Open after closing, since the closing palette restores the focus.
    else setTimeout(effect.kind === 'shortcut' ? () => runShortcut(effect.name) : effect.run)
  }
  const runFirst = useEffectEvent(() => {
    const first = shown[0]?.items[0]
    if (first === undefined) onEnter(false)
    else run(first)
  })
  useEffect(() => {
    if (isEntered && !isBehind) runFirst()
  }, [isEntered, isBehind])
  const highlighted = useRef<Command>(undefined)
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filteredItems={shown}
      value={typed}
      onValueChange={onType}
      autoHighlight="always"
      keepHighlight
      itemToStringValue={(command: Command) => command.label}
      onItemHighlighted={(command) => (highlighted.current = command)}
    >
      <div className="palette-input row">
        <Search aria-hidden />
        <Autocomplete.Input
          aria-label={t('palette.search')}
          placeholder={t('palette.search')}
          autoFocus
          onKeyDown={(event) => {
            if (!isEnter(event.nativeEvent) || typed.trim() === '') return
            // A person found for the earlier text is not who is meant.
            const kind = highlighted.current?.effect.kind
            if (kind !== undefined && !(kind === 'row' && isBehind)) return
            event.preventBaseUIHandler()
            onEnter(true)
          }}
        />
      </div>
      <div className="palette-list">
        <Autocomplete.Empty>
          <p className="palette-empty">{t('palette.none')}</p>
        </Autocomplete.Empty>
        <Autocomplete.List>
          {(group: CommandGroup) => (
            <Autocomplete.Group key={group.value} items={group.items}>
              <Autocomplete.GroupLabel className="menu-heading">{group.value}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(command: Command) => (
                  <Autocomplete.Item
                    key={command.value}
                    value={command}
                    className="menu-item"
                    onClick={() => run(command)}
                  >
                    <span className="ellipsis">{command.label}</span>
                    {command.where === undefined ? null : (
                      <span className="palette-where muted ellipsis">{command.where}</span>
                    )}
                    {command.keys === undefined ? null : <kbd>{command.keys}</kbd>}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  )
}
