import './site.css'
import type { SiteState } from '../../preload/contract/publish/site.ts'
import { canUnpack, readState } from './reach.ts'
import { startSite } from './startSite.ts'

/** A page of a list, for readers without scripts: others see the same in the site itself. */
const leaveList = ({ category, page, home }: DOMStringMap): void => {
  if (category !== undefined) location.replace(`../index.html#/c/${encodeURIComponent(category)}/${page ?? '1'}`)
  else if (home !== undefined) location.replace('../index.html')
}

if (canUnpack()) {
  const state: SiteState | null = readState(document)
  if (state === null) leaveList(document.body.dataset)
  else void startSite(state)
}
