import type { Verb } from '../verb.ts'
import { wrapped } from './wrapped.ts'

/** The value as the usage names it, '' for a flag without one, and what the flag does. */
type OptionText = readonly [value: string, about: string]
type OptionTexts = { readonly [name: string]: OptionText }

const category: OptionText = ['NAME|GUID|DISTANCE/NAME', 'only this category; may be repeated']
const profile: OptionText = ['NAME', 'the saved profile to use; needed only if there are several']

/** The meaning of a flag, unless `own` has another one for the verb. */
const common: OptionTexts = {
  'allow-partial': ['', 'write what can be written, without damaged replies'],
  'base-url': ['URL', 'the main URL, instead of a saved profile'],
  'birth-dates': ['full|year', 'how much of a birth date is written'],
  category,
  columns: ['all|NAME,…', 'the columns'],
  data: ['DIR', 'the data folder'],
  filter: ['ROLE|COLUMN=VALUE', 'only rows with this value; may be repeated'],
  final: ['', 'call the results final; without it they are preliminary'],
  format: ['FORMAT', 'csv, xlsx, json, ndjson, html, iof, itra, ultrasignup or protocol'],
  help: ['', 'this text'],
  json: ['', 'one JSON value on stdout'],
  language: ['en|ru', 'the language of what is written or shown'],
  limit: ['N', 'how many to list'],
  live: ['', 'a race in progress: finishers arrive over time, some are corrected'],
  'live-speed': ['N', 'seconds of the live race in one second'],
  out: ['PATH', 'the file; what is there is replaced'],
  people: ['', 'one line a person instead of one a row'],
  port: ['N', 'the port; any free one without it'],
  preset: ['NAME', 'ru, en, import, tsv or raw, or one saved in the export dialog'],
  profile,
  receipt: ['', 'also write a receipt, which verify reads'],
  'results-url': ['URL', 'the results URL, instead of a saved profile'],
  search: ['TEXT', 'only what contains this text'],
  sort: ['ROLE|COLUMN[:desc]', 'the order; may be repeated'],
  stored: ['', 'what is stored, without asking the service'],
  title: ['TEXT', 'name the stage, for its screens, its website and its files'],
}

const download: OptionTexts = { parallel: ['N', 'requests at once, 1 to 16'] }

const own: { readonly [words: string]: OptionTexts } = {
  download,
  take: download,
  stages: { removed: ['', 'list the bin instead'] },
  'start-list': {
    'dry-run': ['', 'show what would be joined, change nothing'],
    remove: ['', 'remove the start list'],
  },
  watch: {
    every: ['S', 'seconds between polls'],
    for: ['S', 'end after so many seconds; until Ctrl+C without it'],
    budget: ['MB', 'at most so much data an hour'],
    'export-to': ['DIR', 'a folder whose files follow the changes; needs --format'],
    preset: ['PRESET', 'ru, en, import, tsv or raw'],
  },
  results: { roles: ['', 'list the meanings of the columns instead of rows'] },
  columns: {
    set: ['COLUMN=ROLE[:UNIT]', 'give a column its meaning, none removes it; may be repeated'],
    charset: ['C', 'the character encoding of the replies, or auto'],
    header: ['yes|no', 'whether the first row names the columns, or auto'],
  },
  replies: {
    accept: ['', 'use the reply that was set aside'],
    back: ['', 'use the reply before the table shrank'],
    keep: ['', 'end the notice of a table that shrank'],
    use: ['REPLY', 'use the reply with this number'],
  },
  export: {
    'allow-partial': ['', 'leave out rows that do not fit the format, and damaged replies'],
    'cut-fractions': ['', 'cut times to whole seconds where the format needs it'],
    field: ['NAME=TEXT', 'date, venue, weather, judge or secretary of a protocol; may be repeated'],
    landscape: ['', 'print across the page'],
    'split-by': ['category', 'a file for each category'],
    transliterate: ['', 'write names in Latin letters where the format needs it'],
  },
  'profiles add': {
    'base-url': ['URL', 'the main URL'],
    'results-url': ['URL', 'the results URL'],
  },
  call: {
    body: ['FILE|-', 'the body of a POST, as JSON; - reads stdin'],
    query: ['NAME=VALUE', 'a parameter of the address; may be repeated'],
  },
  blocks: {
    details: ['ID', 'one block type with its details'],
    fields: ['a,b', 'the fields to request'],
    refresh: ['', 'download the details again'],
  },
  'promo set': {
    file: ['FILE', 'the codes, as CSV or TSV'],
    yes: ['', 'send them; without it nothing is sent'],
  },
  serve: { demo: ['', 'with the demo race'] },
  board: {
    address: [
      'A',
      'an address of this computer, in the network of the screens; without it only this computer can open them',
    ],
    screen: [
      'NAME=VIEW',
      'a screen and its view: rotation, podium, last, category:NAME, find, announcer, onTheWay or crew; may be repeated',
    ],
    watch: ['S', 'poll the service every S seconds; needs the keys'],
    final: ['', 'say that results are final; without it screens say preliminary'],
    language: ['en|ru', 'the language of all screens'],
  },
  publish: {
    to: ['PLACE', 'a folder (made if missing) or an s3://, sftp:// or davs:// address; without it the last one'],
    endpoint: ['URL', 'the S3-compatible service, for s3://'],
    'host-key': ['FINGERPRINT', 'the key of an SSH host, for sftp://'],
    category: ['all|NAME', 'the categories; may be repeated. Kept for the next time'],
    columns: [
      'NAMES',
      'of bib, sex, club, team, city, region, country, birthYear, birthDate, with commas. Kept for the next time',
    ],
    final: ['', 'say that results are final; without it the website says preliminary'],
    url: ['URL', 'where readers open the website, for previews where people share it'],
    'take-over': ['', 'replace what another desk, or no desk, put at the place'],
    watch: ['S', 'poll the service every S seconds and publish every change, until Ctrl+C; needs the keys'],
    'take-down': ['', 'remove the website from the place'],
  },
  'demo-service': {
    results: ['FILE', 'serve these results (CSV or JSON) instead of the demo race'],
    'group-by': ['COL[,COL]', 'columns of the file: category, or distance and category'],
  },
}

const width = 28

const optionLine = (verb: Verb, name: string): string => {
  const [value, about] = own[verb.words]?.[name] ?? common[name] ?? ['', '']
  return wrapped(`  ${`--${name} ${value}`.trim().padEnd(width)}  `, about, ' '.repeat(width + 4))
}

/** A line for each flag of a verb, its own first. */
export const optionLines = (verb: Verb): string =>
  [...Object.keys(verb.options), 'data', 'json', 'help'].map((name) => optionLine(verb, name)).join('')
