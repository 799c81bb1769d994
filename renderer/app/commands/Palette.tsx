import { Autocomplete } from '@base-ui/react/autocomplete'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useText } from '../../text/text.ts'
import { listCommands, type Command, type CommandGroup } from './commands.ts'
import { profilesQuery, stagesQuery } from '../state/queries.ts'
import { goTo } from '../route.ts'
import { listScreenActions } from './screenActions.ts'
import { saveSettings } from '../state/settings.ts'
import { canRunShortcut, runShortcut } from './shortcuts.ts'

export type PaletteProps = {
  /** Text typed before the palette loaded. */
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly onClose: () => void
}

/** The list of the command palette and the field that narrows it down. */
export const Palette = ({ typed, onClose }: PaletteProps) => {
  const { t } = useText()
  const client = useQueryClient()
  const stages = useQuery(stagesQuery).data
  const profiles = useQuery(profilesQuery).data
  const [actions] = useState(listScreenActions)
  const groups = useMemo(
    () => listCommands({ t, stages: stages ?? [], profiles: profiles ?? [], actions, canDo: canRunShortcut }),
    [t, stages, profiles, actions],
  )
  const run = ({ effect }: Command): void => {
    onClose()
    if (effect.kind === 'go') goTo(effect.to)
    else if (effect.kind === 'settings') void saveSettings(client, effect.change)
    // Open after closing, since the closing palette restores the focus.
    else setTimeout(effect.kind === 'shortcut' ? () => runShortcut(effect.name) : effect.run)
  }
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      defaultValue={typed}
      autoHighlight="always"
      keepHighlight
      itemToStringValue={(command: Command) => command.label}
    >
      <div className="palette-input">
        <Search aria-hidden />
        <Autocomplete.Input aria-label={t('palette.search')} placeholder={t('palette.search')} autoFocus />
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
