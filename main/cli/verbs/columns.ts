import type { RoleCorrection, ShapeMapping } from '../../../preload/contract/columns.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { columnRoles, columnUnits, type ColumnRole, type ColumnUnit } from '../../../preload/contract/roles.ts'
import { didYouMean } from '../words/nearWords.ts'
import { columnKeys } from '../../features/columns/rules/sourceColumns.ts'
import { charsetNamed, charsetNames } from '../../kernel/text/textBytes.ts'
import type { Gate } from '../../gate/gate.ts'
import { columnsLines, columnsText, readColumns, type ColumnsAnswer } from '../columnRoles.ts'
import { invalid, type CommandLine } from '../commandLine.ts'
import { withCore } from '../session.ts'
import { readStage } from '../words/stageText.ts'
import { readStored } from '../storedStage.ts'
import type { Verb } from '../verb.ts'

/** One `--set`: a column and the text for it, not yet looked up. */
type Said = { readonly column: string; readonly role: ColumnRole | null; readonly unit?: ColumnUnit }

const isRole = (text: string): text is ColumnRole => columnRoles.some((role) => role === text)
const isUnit = (text: string): text is ColumnUnit => columnUnits.some((unit) => unit === text)

const orNear = (word: string, known: readonly string[], all: string): string => didYouMean(word, known) || all

/** Read from the right, since a column's name may hold `=` and `:`. */
const readSet = (text: string): Result<Said> => {
  const equals = text.lastIndexOf('=')
  if (equals < 1) return invalid('--set', `“${text}” is not COLUMN=ROLE[:UNIT]`)
  const column = text.slice(0, equals)
  const [role = '', ...units] = text.slice(equals + 1).split(':')
  const unit = units.join(':')
  if (role === 'none') {
    return units.length === 0 ? { ok: true, value: { column, role: null } } : invalid('--set', 'none has no unit')
  }
  if (!isRole(role)) {
    const roles = ['none', ...columnRoles]
    return invalid('--set', `there is no role “${role}”; ${orNear(role, roles, `roles are ${roles.join(', ')}`)}`)
  }
  if (units.length === 0) return { ok: true, value: { column, role } }
  if (!isUnit(unit)) return invalid('--set', `there is no unit “${unit}”; units are ${columnUnits.join(', ')}`)
  return { ok: true, value: { column, role, unit } }
}

/** The names that `columns` prints, and those of the fields of lists, with the columns that they stand for. */
const namesOf = (mappings: readonly ShapeMapping[]): ReadonlyMap<string, string> => {
  const columns = mappings.flatMap((mapping) => mapping.columns)
  const names = [...new Set(columns.flatMap((column) => column.names))]
  const keys = columnKeys(names)
  return new Map([
    ...columns.map(({ name }) => [name, name] as const),
    ...names.map((name, index) => [keys[index] ?? name, name] as const),
  ])
}

const sentences: { readonly [reason: string]: (column: string, role: string) => string } = {
  'role-twice': (_, role) => `two columns cannot both be ${role}`,
  'split-only': (column) => `“${column}” holds points of the course: it can only be split, lap or none`,
  'unit-missing': (column, role) =>
    `“${column}” has plain numbers: choose a unit, for example ${column}=${role}:s (${columnUnits.join(', ')})`,
  'unit-odd': (_, role) => `${role} has no unit: only times have one`,
  'no-time': (column, role) => `${role} needs times, and no cell of “${column}” is a time`,
  'no-number': (column, role) => `${role} needs numbers, and no cell of “${column}” is a number`,
}

/** The refusals of `results:setMapping` as sentences. */
const inWords = <T>(result: Result<T>): Result<T> => {
  if (result.ok || result.error.kind !== 'invalid-input') return result
  const issues = result.error.issues.map(({ path, message }) => {
    const [reason = '', role = ''] = message.split(': ')
    const sentence = sentences[reason]
    return sentence === undefined
      ? { path, message }
      : { path: '--set', message: sentence(path.replace(/^roles\./u, ''), role) }
  })
  return { ok: false, error: { kind: 'invalid-input', issues } }
}

const correct = async (gate: Gate, stage: StageGuid, said: readonly Said[]): Promise<Result<null>> => {
  if (said.length === 0) return { ok: true, value: null }
  const mappings = await gate.call('results:mapping', { stage })
  if (!mappings.ok) return mappings
  const names = namesOf(mappings.value)
  const columns: RoleCorrection[] = []
  for (const { column, ...meant } of said) {
    const name = names.get(column)
    if (name === undefined) {
      const near = orNear(column, [...names.keys()], `\`columns ${stage}\` lists them`)
      return invalid('--set', `there is no column “${column}”; ${near}`)
    }
    if (columns.some((known) => known.column === name)) return invalid('--set', `“${column}” is given more than once`)
    columns.push({ column: name, ...meant })
  }
  const set = inWords(await gate.call('results:setMapping', { stage, columns }))
  return set.ok ? { ok: true, value: null } : set
}

const readSets = (texts: readonly string[]): Result<readonly Said[]> => {
  const said: Said[] = []
  for (const text of texts) {
    const one = readSet(text)
    if (!one.ok) return one
    said.push(one.value)
  }
  return { ok: true, value: said }
}

type ReadAs = { readonly charset?: string | null; readonly hasHeader?: boolean | null }

const readReading = (line: CommandLine): Result<ReadAs> => {
  const charset = line.text('charset')
  const header = line.text('header')
  if (charset !== undefined && charset !== 'auto' && charsetNamed(charset) === null) {
    const all = `for example ${charsetNames.slice(0, 4).join(', ')}, or auto`
    return invalid('--charset', `there is no charset “${charset}”; ${orNear(charset, ['auto', ...charsetNames], all)}`)
  }
  const hasHeader = header === undefined ? undefined : headers.get(header)
  if (header !== undefined && hasHeader === undefined) return invalid('--header', 'yes, no or auto')
  return {
    ok: true,
    value: {
      ...(charset === undefined ? {} : { charset: charset === 'auto' ? null : charset }),
      ...(hasHeader === undefined ? {} : { hasHeader }),
    },
  }
}

const headers: ReadonlyMap<string, boolean | null> = new Map([
  ['yes', true],
  ['no', false],
  ['auto', null],
])

const readAs = async (gate: Gate, stage: StageGuid, reading: ReadAs): Promise<Result<null>> => {
  if (Object.keys(reading).length === 0) return { ok: true, value: null }
  const read = await gate.call('results:setReading', { stage, ...reading })
  if (read.ok) return { ok: true, value: null }
  if (read.error.kind !== 'invalid-input' || !read.error.issues.some(({ message }) => message === 'no-rows'))
    return read
  const flag = reading.charset === undefined ? '--header' : '--charset'
  return invalid(flag, 'a table would lose all its rows: nothing was changed')
}

type Wish = { readonly said: readonly Said[]; readonly reading: ReadAs }

const run = async (gate: Gate, stage: StageGuid, { said, reading }: Wish): Promise<Result<ColumnsAnswer>> => {
  const tree = await readStored(gate, stage)
  if (!tree.ok) return tree
  // Replies read in another way may have other column names.
  const read = await readAs(gate, stage, reading)
  if (!read.ok) return read
  const corrected = await correct(gate, stage, said)
  return corrected.ok ? await readColumns(gate, { stage }) : corrected
}

export const columnsVerb: Verb = {
  words: 'columns',
  synopsis: 'STAGE [--set COLUMN=ROLE[:UNIT]]… [--charset C] [--header yes|no]',
  summary:
    'list the column meanings with the two best guesses and examples; --set corrects a column in all replies of the same shape, COLUMN=none removes its role; --charset and --header change how stored replies are read, auto resets them',
  options: { set: { type: 'string', multiple: true }, charset: { type: 'string' }, header: { type: 'string' } },
  positionals: ['STAGE'],
  run: async (context) => {
    const stage = readStage(context.line.positionals[0] ?? '')
    if (!stage.ok) return stage
    const said = readSets(context.line.texts('set'))
    if (!said.ok) return said
    const reading = readReading(context.line)
    if (!reading.ok) return reading
    const wish = { said: said.value, reading: reading.value }
    const answer = await withCore(context, {}, ({ gate }) => run(gate, stage.value, wish))
    if (!answer.ok) return answer
    const printed = await context.output.print(
      context.isJson ? [columnsText(answer.value)] : columnsLines(answer.value),
    )
    if (!printed.ok) return printed
    if (!context.isJson) await context.output.say(`${answer.value.rows} rows\n`)
    return { ok: true, value: 0 }
  },
}
