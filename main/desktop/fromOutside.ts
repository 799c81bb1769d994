import type { MenuCommand } from '../../preload/contract/diagnostics.ts'
import type { Instant } from '../../preload/contract/ids.ts'
import type { Job } from '../../preload/contract/jobs.ts'
import type { AppLink } from '../../preload/contract/stages.ts'

/** News for the page that no call of its own asked for. */
export type FromOutside =
  | { readonly kind: 'link'; readonly link: AppLink }
  /** Path of a stage file that the system handed over. */
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'command'; readonly command: MenuCommand }
  | { readonly kind: 'reloaded'; readonly at: Instant }
  /** A finished job whose notification the system did not show. */
  | { readonly kind: 'unannounced'; readonly job: Job }

/** The page keeps as many (renderer/app/opened/openCapsule.ts). */
const mostFiles = 20

/** Adds `next` to the news that wait for the page to load: the last of each kind, but all files, each path once, 20 at most. */
export function withFromOutside(waiting: readonly FromOutside[], next: FromOutside): readonly FromOutside[] {
  if (next.kind !== 'file') return [...waiting.filter(({ kind }) => kind !== next.kind), next]
  const files = waiting.filter((one) => one.kind === 'file')
  const isKnown = files.some(({ path }) => path === next.path)
  return isKnown || files.length >= mostFiles ? waiting : [...waiting, next]
}
