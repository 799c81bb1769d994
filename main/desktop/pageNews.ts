import type { BrowserWindow } from 'electron'
import type { AppEvent } from '../../preload/contract.ts'
import type { Core } from '../core.ts'
import { withFromOutside, type FromOutside } from './fromOutside.ts'

type PageNews = {
  /** Tells the page now, or as soon as it has loaded. */
  readonly tell: (news: FromOutside) => void
  /** Call it when the page has loaded: before that it does not listen. */
  readonly tellWaiting: () => void
}

/** Sends the page news from outside. `current`: null until there is a window and a core, which keeps given files. */
export function createPageNews(
  current: () => { readonly window: BrowserWindow; readonly core: Core } | null,
): PageNews {
  let waiting: readonly FromOutside[] = []
  const tellWaiting = (): void => {
    const listener = current()
    if (listener === null) return
    const news = waiting
    waiting = []
    for (const one of news) listener.window.webContents.send('racedesk:event', eventOf(one, listener.core))
  }
  return {
    tellWaiting,
    tell: (news) => {
      waiting = withFromOutside(waiting, news)
      const contents = current()?.window.webContents
      if (contents !== undefined && !contents.isLoadingMainFrame() && !contents.isCrashed()) tellWaiting()
    },
  }
}

function eventOf(news: FromOutside, core: Core): AppEvent {
  switch (news.kind) {
    case 'link':
      return { name: 'app:linked', data: news.link }
    case 'file':
      // Only main knows the path; the page gets a ticket for it.
      return { name: 'app:fileGiven', data: core.giveFile(news.path) }
    case 'command':
      return { name: 'app:commanded', data: { command: news.command } }
    case 'reloaded':
      return { name: 'app:reloaded', data: { at: news.at } }
    case 'unannounced':
      return { name: 'job:unannounced', data: news.job }
  }
}
