import { Modal } from '../components/Modal.tsx'
import type { TextKey } from '../text/en.ts'
import { useText } from '../text/text.ts'
import { COMMAND_KEY } from './shortcuts.ts'

type Group = { readonly title: TextKey; readonly keys: readonly (readonly [TextKey, readonly string[]])[] }

const CTRL = COMMAND_KEY

const GROUPS: readonly Group[] = [
  {
    title: 'shortcuts.anywhere',
    keys: [
      ['shortcuts.stages', [`${CTRL} 1`]],
      ['shortcuts.orders', [`${CTRL} 2`]],
      ['blocks.title', [`${CTRL} 3`]],
      ['promo.title', [`${CTRL} 4`]],
      ['calls.title', [`${CTRL} 5`]],
      ['shortcuts.settings', [`${CTRL} 6`]],
      ['palette.title', [`${CTRL} K`]],
      ['shortcuts.scale', [`${CTRL} +`, `${CTRL} −`, `${CTRL} 0`]],
      ['shortcuts.escape', ['Esc']],
      ['shortcuts.help', ['?']],
    ],
  },
  {
    title: 'shortcuts.stage',
    keys: [
      ['shortcuts.search', [`${CTRL} F`]],
      ['shortcuts.refresh', ['F5']],
      ['shortcuts.export', [`${CTRL} E`]],
    ],
  },
  {
    title: 'shortcuts.table',
    keys: [
      ['shortcuts.move', ['↑', '↓', 'PgUp', 'PgDn']],
      ['shortcuts.ends', [`${CTRL} Home`, `${CTRL} End`]],
      ['shortcuts.open', ['Space', 'Enter']],
      ['shortcuts.select', ['Shift ↑', 'Shift ↓', `${CTRL} Space`, `${CTRL} A`]],
      ['shortcuts.favourite', ['S']],
      ['shortcuts.copy', [`${CTRL} C`]],
    ],
  },
  {
    title: 'shortcuts.header',
    keys: [
      ['shortcuts.header.reach', ['↑']],
      ['shortcuts.header.sort', ['Enter']],
      ['shortcuts.header.sortToo', ['Shift Enter']],
      ['shortcuts.header.width', ['Shift ←', 'Shift →']],
      ['shortcuts.header.order', [`${CTRL} Shift ←`, `${CTRL} Shift →`]],
    ],
  },
  {
    title: 'shortcuts.desk',
    keys: [
      ['desk.key.enter', ['Enter']],
      ['desk.key.move', ['+', '−']],
      ['desk.key.clear', ['*', '.', 'Esc']],
    ],
  },
  { title: 'view.announcer', keys: [['announcer.freeze', ['F']]] },
  {
    title: 'shortcuts.chart',
    keys: [
      ['shortcuts.chart.values', ['←', '→']],
      ['shortcuts.chart.table', ['T']],
    ],
  },
  { title: 'calls.title', keys: [['calls.send', [`${CTRL} Enter`]]] },
  {
    title: 'shortcuts.tree',
    keys: [
      ['shortcuts.choose', ['↑', '↓']],
      ['shortcuts.fold', ['→', '←']],
    ],
  },
]

export const ShortcutSheet = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const { t } = useText()
  return (
    <Modal title={t('shortcuts.title')} isOpen={isOpen} onClose={onClose} size="wide">
      <div className="shortcuts">
        {GROUPS.map((group) => (
          <section key={group.title} aria-label={t(group.title)}>
            <h3>{t(group.title)}</h3>
            <dl>
              {group.keys.map(([label, keys]) => (
                <div key={label}>
                  <dt>{t(label)}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
