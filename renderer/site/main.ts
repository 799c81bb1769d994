import './site.css'
import type { SiteState } from '../../preload/contract/publish/site.ts'
import { h } from './dom.ts'
import { readState, whyUnread } from './reach.ts'
import { startSite } from './startSite.ts'
import { wordsOf } from './words.ts'

/** A page of a list, for readers without scripts: others see the same in the site itself. */
const leaveList = ({ category, page, home }: DOMStringMap): void => {
  if (category !== undefined) location.replace(`../index.html#/c/${encodeURIComponent(category)}/${page ?? '1'}`)
  else if (home !== undefined) location.replace('../index.html')
}

/** The page without scripts remains, which shows its languages by itself. */
const tellWhy = (why: 'onDisk' | 'oldBrowser'): void => {
  const texts = (['en', 'ru'] as const).map((lang) => h('span', { lang }, wordsOf(lang)[why]))
  document.querySelector('main')?.prepend(h('p', { class: 'why' }, ...texts))
}

const why = whyUnread()
const state: SiteState | null = readState(document)
if (state === null) {
  if (why === null) leaveList(document.body.dataset)
} else if (why === null) void startSite(state)
else tellWhy(why)
