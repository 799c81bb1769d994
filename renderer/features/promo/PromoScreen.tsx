import { Tabs } from '@base-ui/react/tabs'
import { useQueryClient } from '@tanstack/react-query'
import { goTo } from '../../app/route.ts'
import { useShortcuts } from '../../app/commands/shortcuts.ts'
import { useText } from '../../text/text.ts'
import { ComposePane } from './ComposePane.tsx'
import { ReceiptsPane } from './ReceiptsPane.tsx'
import './promo.css'

type PromoTab = 'compose' | 'receipts'

/** Promo codes of a race: composing a set, and the receipts of what was sent. */
export const PromoScreen = ({ tab }: { readonly tab: PromoTab }) => {
  const { t } = useText()
  const client = useQueryClient()
  useShortcuts({ refresh: () => void client.invalidateQueries({ queryKey: ['promo'] }) })
  const show = (next: PromoTab): void => goTo({ screen: 'promo', tab: next })
  return (
    <main className="fill" tabIndex={-1}>
      <Tabs.Root
        className="fill"
        value={tab}
        onValueChange={(value) => show(value === 'receipts' ? 'receipts' : 'compose')}
      >
        <header className="pane-head row promo-head">
          <h1>{t('promo.title')}</h1>
          <Tabs.List className="tab-list promo-tab-list">
            <Tabs.Tab className="tab" value="compose">
              {t('promo.tab.compose')}
            </Tabs.Tab>
            <Tabs.Tab className="tab" value="receipts">
              {t('promo.tab.receipts')}
            </Tabs.Tab>
          </Tabs.List>
        </header>
        <Tabs.Panel className="fill" value="compose" tabIndex={-1}>
          <ComposePane onReceipts={() => show('receipts')} />
        </Tabs.Panel>
        <Tabs.Panel className="fill" value="receipts" tabIndex={-1}>
          <ReceiptsPane onReuse={() => show('compose')} />
        </Tabs.Panel>
      </Tabs.Root>
    </main>
  )
}
