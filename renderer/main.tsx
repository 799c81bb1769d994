import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/dataTable.css'
import './styles/workspace.css'
import './styles/arranged.css'
import { App } from './app/App.tsx'
import { applyAppearance } from './app/appearance.ts'
import { BugBoundary } from './app/problems/BugBoundary.tsx'
import { followEvents } from './app/state/events.ts'
import { followNetwork } from './app/problems/networkHints.ts'
import { askFirst, createQueryClient } from './app/state/queries.ts'
import { followAddress, route } from './app/route.ts'
import { saveBeforeLeaving } from './app/state/saver.ts'
import { followKeyboard } from './app/commands/shortcuts.ts'
import { askStage } from './app/stage/askStage.ts'
import { openFormats } from './text/format.ts'
import { chooseLanguage, startTexts } from './text/text.ts'

/** Asks the core, and draws what a page begins with. */
const start = (root: Root): void => {
  const client = createQueryClient()
  const askForPlace = (): void => {
    const place = route.get()
    if (place.screen === 'stage') askStage(client, place.stage, place.view ?? 'results')
  }
  followAddress()
  followEvents(client)
  // The core replies while the page is still being built.
  askFirst(client)
  askForPlace()
  route.subscribe(askForPlace)
  applyAppearance({ theme: 'system', scale: 100, rowHeight: 'normal' })
  const language = chooseLanguage('system', navigator.languages)
  startTexts(language)
  followKeyboard()
  window.addEventListener('pagehide', saveBeforeLeaving)
  followNetwork()
  // Names are in both scripts; a font loaded after the rows would cause a second layout.
  void document.fonts.load('1em "Inter Variable"', 'aЖ')

  root.render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={client}>
          <Tooltip.Provider delay={400}>
            <BugBoundary>
              <App />
            </BugBoundary>
          </Tooltip.Provider>
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  )
  setTimeout(() => openFormats(language))
}

const root = document.getElementById('root')
if (root !== null) start(createRoot(root))
