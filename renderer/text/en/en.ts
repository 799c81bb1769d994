import { enCalls } from './enCalls.ts'
import { enBlocks } from './enBlocks.ts'
import { enCapsule } from './enCapsule.ts'
import { enChanges } from './enChanges.ts'
import { enFiles } from './enFiles.ts'
import { enHelp } from './enHelp.ts'
import { enNetwork } from './enNetwork.ts'
import { enOrders } from './enOrders.ts'
import { enProblems } from './enProblems.ts'
import { enPromo } from './enPromo.ts'
import { enReplies } from './enReplies.ts'
import { enNotices } from './enNotices.ts'
import { enShell } from './enShell.ts'
import { enStorage } from './enStorage.ts'
import { enTable } from './enTable.ts'
import { enUpdates } from './enUpdates.ts'
import { enWatch } from './enWatch.ts'
import { enColumns } from './enColumns.ts'
import { enOrganizations } from './enOrganizations.ts'
import { enResults } from './enResults.ts'
import type { enAudit } from './parts/enAudit.ts'
import type { enFolders } from './parts/enFolders.ts'
import type { enOrganizationForm } from './parts/enOrganizationForm.ts'
import type { enPlace } from './parts/enPlace.ts'
import type { enPublish } from './parts/enPublish.ts'
import type { enScreens } from './parts/enScreens.ts'
import type { enStartList } from './parts/enStartList.ts'
import { enSettings } from './enSettings.ts'
import { enStages } from './enStages.ts'

/** English. Keys with _one and _other are plurals; Russian adds _few and _many. */
export const en = {
  'app.name': 'Racedesk',
  'app.starting': 'Opening the stored results…',
  'app.stages': 'Stages',
  'app.orders': 'Orders',
  'app.siteAndApi': 'Site and API',
  'app.settings': 'Settings',
  'app.sections': 'Sections',
  'app.shortcuts': 'Keyboard shortcuts',
  'app.movedAside':
    'The database was damaged and was moved to {{path}}. Racedesk started a new one. Nothing was deleted.',
  'app.databaseDamaged':
    'Part of the database is damaged. Export what you need, then restart Racedesk: it moves the database aside and starts a new one. Nothing is deleted.',
  'app.noToken.title': 'This link is incomplete',
  'app.noToken.what': 'Open the full link from the terminal. Each start prints a new one.',
  'app.noToken.todo': 'Copy all of it, with everything after “#”.',
  'app.lostLink.used.title': 'This link has already been used',
  'app.lostLink.used.what': 'The link that Racedesk opens in the browser works once. The first tab keeps working.',
  'app.lostLink.used.todo':
    'Open the full link from the terminal. If you did not open this link before, another program did: stop Racedesk and start it again, so that all links change.',
  'app.lostLink.expired.title': 'This link has expired',
  'app.lostLink.expired.what': 'The link that Racedesk opens in the browser works for one minute.',
  'app.lostLink.expired.todo': 'Open the full link from the terminal, or start Racedesk again.',
  'app.gone': 'Racedesk has stopped',
  'app.gone.todo': 'Stored data is safe. Start Racedesk again and open the link it prints.',
  'app.bug.title': 'This screen stopped working',
  'app.bug.what': 'This is a bug in Racedesk, not in your data. Nothing stored was lost.',
  'app.bug.reload': 'Open it again',

  'do.cancel': 'Cancel',
  'do.close': 'Close',
  'do.save': 'Save',
  'do.back': 'Back',
  'do.retry': 'Try again',
  'do.remove': 'Remove',
  'do.rename': 'Rename',
  'do.undo': 'Undo',
  'do.copy': 'Copy',
  'do.copied': 'Copied',
  'do.dismiss': 'Dismiss',
  'do.clear': 'Clear',
  'do.details': 'Details',
  'do.reveal': 'Show',
  'do.hide': 'Hide',
  'do.more': 'More actions',
  'do.resize': 'Pane width',

  'first.title': 'Race results, with or without a network',
  'first.lead': 'Search by bib or name, see changes, announce, print and export. All data stays on this computer.',
  'first.demo': 'Try the demo race',
  'first.demo.about': 'A race in progress: 3 distances, 24 categories, 5,000 runners. Needs no key and no network.',
  'first.demo.busy': 'Preparing the demo race…',
  'first.connect': 'Connect your organization',
  'first.connect.about': 'You need the address of your event service and an access key.',
  'first.picture':
    'The Racedesk window: the distances of a stage, its results with places and times, and the card of the winner.',
  'first.picture.stage': 'Spring Race',
  'first.picture.search': 'Bib, name, club, city',
  'first.picture.place': 'Pl.',
  'first.picture.chart': 'Finishers over time',
  'first.picture.state': '5,000 people · data 12:40, 1 min old',
  'form.missing': 'Missing: {{fields}}',
  'form.key': 'This looks like a key. Enter keys in key fields only.',

  'origin.title': 'Results service',
  'origin.what': 'The links of this stage lead to another service:',
  'origin.effect': '“{{profile}}” will read results from there. Only the results key goes there, never the access key.',
  'origin.adopt': 'Use and download',
  'origin.key.what': 'The results service has its own key, the same for all users. It is not the access key.',
  'origin.key.save': 'Save key and download',

  'table.headerHint':
    'Enter sorts, Shift Enter adds to the sort, Shift and arrows change the width, Ctrl Shift and arrows move the column.',
  'table.columnResized': '{{title}}: {{width}} pixels wide',
  'table.columnMoved': '{{title}}: column {{position}} of {{columns}}',
  'table.copied_one': '{{rows}} row copied',
  'table.copied_other': '{{rows}} rows copied',
  'table.copyMissing_one': '{{rows}} row copied, {{missing}} not loaded',
  'table.copyMissing_other': '{{rows}} rows copied, {{missing}} not loaded',
  'table.notCopied': 'The system did not allow copying. Nothing was copied.',

  'json.expand': 'Expand',
  'json.collapse': 'Collapse',

  'raw.title': 'Raw reply',
  'raw.meta': 'HTTP {{status}}, {{type}}, {{size}}, downloaded {{time}}',
  'raw.cut': 'Only the first million characters are shown.',
  'raw.hash': 'SHA-256 {{hash}}',

  'status.label': 'Status',
  'status.online': 'online',
  'status.refused.access': 'access key refused',
  'status.refused.results': 'results key refused',
  'status.refused.access.do': 'Replace the access key',
  'status.refused.results.do': 'Replace the results key',
  'status.offline': 'offline',
  'status.unknown': 'not checked yet',
  'status.failing': 'service errors',
  'status.past': 'last reply {{age}}',
  'status.behind_one': 'online, {{count}} of {{total}} categories outdated',
  'status.behind_other': 'online, {{count}} of {{total}} categories outdated',
  'status.services': 'Services',
  'status.lastFailure': 'Last failure {{age}}: {{what}}',
  'status.problems_one': '{{count}} problem',
  'status.problems_other': '{{count}} problems',

  'job.take': 'downloading “{{title}}”',
  'job.export': 'exporting “{{title}}”',
  'job.kind.take': 'Download',
  'job.kind.export': 'Export',
  'job.blocks': 'downloading block types of “{{title}}”',
  'job.kind.blocks': 'Block types',
  'job.lookup': 'looking up orders of “{{title}}”',
  'job.kind.lookup': 'Order lookup',
  'job.finished.lookup': 'Orders of “{{title}}” looked up',
  'job.finished.lookupPartial': '“{{title}}”: {{done}} of {{total}} orders looked up',
  'job.finished.blocks': 'Block types of “{{title}}” stored',
  'job.publish': 'publishing “{{title}}”',
  'job.kind.publish': 'Publishing',
  'job.finished.publish': '“{{title}}” published',
  'job.takeDown': 'taking “{{title}}” down',
  'job.kind.takeDown': 'Taking down',
  'job.finished.takeDown': '“{{title}}” taken down',
  'job.of': '{{done}} of {{total}}',
  'job.rate': '{{rate}} per second',
  'job.transfer': '{{size}} · {{rate}}/s',
  'job.kept_one': '{{count}} category was stored by the unfinished download ({{time}}) and not downloaded again',
  'job.kept_other':
    '{{count}} categories were stored by the unfinished download ({{time}} or later) and not downloaded again',
  'job.left': '{{time}} left',
  'job.cancel': 'Cancel',
  'job.more': 'and {{count}} more',
  'job.list': 'Jobs',
  'job.none': 'No jobs yet.',
  'job.running': 'running',
  'job.done': 'done',
  'job.partial': 'done in part',
  'job.failed': 'failed',
  'job.cancelled': 'cancelled',
  'job.interrupted': 'interrupted',
  'job.saved': '{{name}}, {{rows}}',
  'job.savedAt': 'Saved {{path}}, {{rows}}',
  'job.downloaded': 'Downloaded {{name}}, {{rows}}',
  'job.failures': '{{count}} failed',
  'job.finished.take': '“{{title}}” downloaded',
  'job.finished.partial': '“{{title}}”: {{done}} of {{total}} categories downloaded',
  'job.finished.failed': '“{{title}}”: not finished',
  'job.finished.export': '{{name}} is ready',

  'shortcuts.title': 'Keyboard shortcuts',
  'shortcuts.anywhere': 'Anywhere',
  'shortcuts.stages': 'Stages',
  'shortcuts.orders': 'Orders',
  'shortcuts.settings': 'Settings',
  'shortcuts.scale': 'Larger, smaller, 100%',
  'shortcuts.help': 'This list',
  'shortcuts.escape': 'Close',
  'shortcuts.stage': 'In a stage',
  'shortcuts.search': 'Search',
  'shortcuts.refresh': 'Refresh',
  'shortcuts.export': 'Export',
  'shortcuts.table': 'In the table',
  'shortcuts.move': 'Move',
  'shortcuts.ends': 'First and last row',
  'shortcuts.open': 'Open person',
  'shortcuts.select': 'Select more rows',
  'shortcuts.copy': 'Copy cell or rows',
  'shortcuts.tree': 'In the tree',
  'shortcuts.fold': 'Expand and collapse',
  'shortcuts.choose': 'Choose',

  'age.now': 'just now',
  'age.minutes_one': '{{count}} min ago',
  'age.minutes_other': '{{count}} min ago',
  'age.hours_one': '{{count}} h ago',
  'age.hours_other': '{{count}} h ago',
  'age.days_one': '{{count}} day ago',
  'age.days_other': '{{count}} days ago',
  'short.now': 'now',
  'short.minutes': '{{count}} min',
  'short.hours': '{{count}} h',
  'short.days': '{{count}} d',
  'span.seconds': '{{count}} s',
  'span.minutes': '{{count}} min',
  'size.bytes_one': '{{size}} byte',
  'size.bytes_other': '{{size}} bytes',
  'size.kilobytes': '{{size}} KB',
  'size.megabytes': '{{size}} MB',

  ...enColumns,
  ...enOrganizations,
  ...enResults,
  ...enSettings,
  ...enStages,
  ...enProblems,
  ...enNetwork,
  ...enOrders,
  ...enBlocks,
  ...enPromo,
  ...enReplies,
  ...enNotices,
  ...enShell,
  ...enCalls,
  ...enFiles,
  ...enHelp,
  ...enCapsule,
  ...enChanges,
  ...enTable,
  ...enStorage,
  ...enUpdates,
  ...enWatch,
} as const

type WithoutPlural<K extends string> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K
type PluralBase<K extends string> = K extends `${infer Base}_other` ? Base : never

/** Of parts that load later, with their texts (`addTexts`). */
type Parts = typeof enAudit &
  typeof enFolders &
  typeof enOrganizationForm &
  typeof enPlace &
  typeof enPublish &
  typeof enScreens &
  typeof enStartList

/** Keys for `t`; i18next chooses plural endings from `count`. */
export type TextKey = WithoutPlural<keyof typeof en | keyof Parts>

/** A Russian text has every key of the English one and the two more plural forms. */
export type RussianTexts = RussianOf<typeof en>
export type RussianOf<Texts> = { readonly [K in keyof Texts]: string } & {
  readonly [K in PluralBase<keyof Texts & string> as `${K}_few` | `${K}_many`]: string
}
