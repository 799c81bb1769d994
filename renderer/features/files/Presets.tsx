import { Bookmark, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ExportPreset } from '../../../preload/contract/settings.ts'
import { looksLikeKey } from '../../../preload/shared/keyLike.ts'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useText } from '../../text/text.ts'
import { isReserved, isSameName } from './exportPresets.ts'

type PresetsProps = {
  readonly presets: readonly ExportPreset[]
  readonly onChange: (presets: readonly ExportPreset[]) => void
  /** The dialog's choice under a name. */
  readonly toPreset: (name: string) => ExportPreset
  readonly onApply: (preset: ExportPreset) => void
}

const sorted = (presets: readonly ExportPreset[]): readonly ExportPreset[] =>
  presets.toSorted((a, b) => a.name.localeCompare(b.name))

/** The choice of the dialog under names, for other stages and the terminal too. */
export const Presets = ({ presets, onChange, toPreset, onApply }: PresetsProps) => {
  const { t } = useText()
  const [chosen, setChosen] = useState('')
  /** The name being typed, and whether it is for the chosen preset. */
  const [naming, setNaming] = useState<{ readonly name: string; readonly isRename: boolean } | null>(null)
  const [deleted, setDeleted] = useState<ExportPreset | null>(null)
  const current = presets.find(({ name }) => name === chosen)
  const without = (name: string): readonly ExportPreset[] => presets.filter((one) => !isSameName(one.name, name))

  if (naming !== null) {
    const name = naming.name.trim()
    const isTaken = presets.some((one) => isSameName(one.name, name) && !(naming.isRename && one === current))
    const isKey = looksLikeKey(name)
    const isRefused = isKey || isReserved(name)
    const save = (): void => {
      if (name === '' || isRefused) return
      const saved = naming.isRename && current !== undefined ? { ...current, name } : toPreset(name)
      const others = naming.isRename ? without(chosen) : presets
      onChange(sorted([...others.filter((one) => !isSameName(one.name, name)), saved]))
      setChosen(name)
      setNaming(null)
    }
    return (
      <div className="export-presets">
        <input
          className="input"
          type="text"
          aria-label={t('presets.name')}
          placeholder={t('presets.name')}
          value={naming.name}
          maxLength={60}
          autoFocus
          autoComplete="off"
          onChange={(event) => setNaming({ ...naming, name: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            save()
          }}
        />
        <Button isDisabled={name === '' || isRefused} onClick={save}>
          {t(isTaken ? 'presets.overwrite' : 'presets.save')}
        </Button>
        <Button kind="quiet" onClick={() => setNaming(null)}>
          {t('do.cancel')}
        </Button>
        {isRefused ? <p className="field-problem">{t(isKey ? 'form.key' : 'presets.reserved')}</p> : null}
      </div>
    )
  }
  return (
    <div className="export-presets">
      {presets.length === 0 ? null : (
        <Choice
          label={t('presets.title')}
          isLabelHidden
          value={current === undefined ? '' : chosen}
          options={[
            { value: '', label: t('presets.none') },
            ...presets.map(({ name }) => ({ value: name, label: name })),
          ]}
          onChange={(name) => {
            setChosen(name)
            setDeleted(null)
            const preset = presets.find((one) => one.name === name)
            if (preset !== undefined) onApply(preset)
          }}
        />
      )}
      <Button kind="quiet" icon={<Bookmark aria-hidden />} onClick={() => setNaming({ name: chosen, isRename: false })}>
        {t('presets.saveAs')}
      </Button>
      {current === undefined ? null : (
        <>
          <IconButton
            label={t('presets.rename', { name: chosen })}
            icon={<Pencil aria-hidden />}
            onClick={() => setNaming({ name: chosen, isRename: true })}
          />
          <IconButton
            label={t('presets.delete', { name: chosen })}
            icon={<Trash2 aria-hidden />}
            onClick={() => {
              onChange(without(chosen))
              setDeleted(current)
              setChosen('')
            }}
          />
        </>
      )}
      {deleted === null ? null : (
        <span className="row" role="status">
          <span className="muted">{t('views.deleted', { name: deleted.name })}</span>
          <Button
            size="small"
            onClick={() => {
              onChange(sorted([...without(deleted.name), deleted]))
              setChosen(deleted.name)
              setDeleted(null)
            }}
          >
            {t('do.undo')}
          </Button>
        </span>
      )}
    </div>
  )
}
