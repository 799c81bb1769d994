import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Operation } from '../../../preload/contract.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { operationNames } from '../../../main/gate/gate.ts'
import { closing, temporaryFolder } from '../../support/atEnd.ts'
import { useCores } from '../../support/coreRig.ts'
import { openCore } from '../../support/openCore.ts'
import { fieldsOf, gone, inputs, places, replaced } from '../../support/validInputs.ts'

const cores = useCores()
/** For all tests that change nothing: what is refused leaves no trace, and the valid inputs name things that are not there. */
const shared = closing(await openCore({ dataDir: temporaryFolder() }))
const { ask } = shared

// prettier-ignore
const nullable = new Set([
  'notices', 'body', 'draft.profileId', 'call.body', 'profile.resultsUrl', 'roles.0.role', 'charset', 'hasHeader',
  'endpoint', 'layout.logo', 'settings.categories', 'settings.logo', 'layout.screens.0.category',
  'layout.screens.0.categories', 'layout.screens.0.rows', 'layout.screens.0.roundMinutes',
])

const cyclic: Record<string, unknown> = {}
cyclic['self'] = cyclic
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })
class Instance {
  readonly a = 1
}
// prettier-ignore
const junk: readonly unknown[] = [
  null, undefined, true, 0, 1, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '', 'x', [], [{}], [[]], 10n,
  Symbol('s'), () => 1, new Map(), new Set(), new Date(), /x/, new Instance(), Promise.resolve({}), Buffer.from('x'),
  cyclic, nested(5_000), Object.create({ inherited: 1 }), new Error('x'), new Uint8Array(8), new Proxy({}, throwing()),
]

function throwing(): ProxyHandler<object> {
  const trap = (): never => {
    throw new Error('a trap')
  }
  return { ownKeys: trap, getPrototypeOf: trap, get: trap, has: trap, getOwnPropertyDescriptor: trap }
}

const wrongFor = (value: unknown): readonly unknown[] => {
  const others = [null, 'no', '', 7, -1, true, [], {}, [null], { a: 1 }, 1n, () => 1, Symbol('x'), Number.NaN]
  if (Array.isArray(value)) return others.filter((other) => !(Array.isArray(other) && other.length === 0))
  if (typeof value === 'string') return [...others.filter((other) => typeof other !== 'string'), 'x'.repeat(1_000_000)]
  if (typeof value === 'number') {
    return [...others.filter((other) => typeof other !== 'number' || Number.isNaN(other)), -1, 0.5, 1e300, '7']
  }
  return others.filter((other) => typeof other !== typeof value || other === null)
}

/** The place of a field, each item of a list taken as the first one. */
const atFirst = (path: readonly string[]): string => path.map((part) => (/^\d+$/.test(part) ? '0' : part)).join('.')

class OwnList extends Array<unknown> {}
const listTricksFor = (value: readonly unknown[]): readonly unknown[] => [
  OwnList.from(value),
  Object.assign([...value], { extra: 1 }),
  Object.defineProperty([...value], '0', { get: () => '1' }),
  Array<unknown>(3),
]

const tricksFor = (value: object): readonly unknown[] => {
  const text = JSON.stringify(value)
  const more = text === '{}' ? '' : `,${text.slice(1, -1)}`
  const accessor = Object.defineProperty({ ...value }, 'hidden', { get: () => 1, enumerable: true })
  const first = Object.keys(value)[0] ?? 'a'
  const ownGetter = Object.defineProperty({ ...value }, first, { get: () => 1, enumerable: true })
  return [
    JSON.parse(`{"__proto__":{"isAdmin":true}${more}}`),
    JSON.parse(`{"constructor":{"prototype":{}}${more}}`),
    JSON.parse(`{"prototype":1${more}}`),
    { ...value, zz: 1 },
    { ...value, toString: 1 },
    { ...value, hasOwnProperty: 1 },
    { ...value, [Symbol('s')]: 1 },
    accessor,
    ownGetter,
    Object.assign(Object.create({ inherited: 1 }) as object, value),
    Object.assign(new Instance(), value),
    new Map(Object.entries(value)),
    Object.assign([], value),
  ]
}

const isRefused = (reply: Result<unknown>): boolean => !reply.ok && reply.error.kind === 'invalid-input'

it('has a valid input for every operation', () => {
  expect(Object.keys(inputs).sort()).toEqual([...operationNames].sort())
})

it.each(Object.entries(inputs))(
  '%s refuses junk, wrong types, missing fields and prototype tricks, and takes its own input',
  async (operation, input) => {
    const accepted: unknown[] = []
    const canBeAbsent = new Set<string>()
    const refuse = async (what: string, bad: unknown): Promise<void> => {
      const reply = await ask(operation, bad)
      if (!isRefused(reply)) accepted.push([what, reply])
    }

    for (const [index, bad] of junk.entries()) await refuse(`junk ${index}`, bad)
    for (const { path, value } of places(input)) {
      const place = path.join('.')
      for (const [index, other] of wrongFor(value).entries()) {
        if (other === null && nullable.has(place)) continue
        if (path.length > 0) await refuse(`${place} wrong ${index} ${typeof other}`, replaced(input, path, other))
      }
      if (Array.isArray(value)) {
        for (const [index, list] of listTricksFor(value).entries())
          await refuse(`${place} list ${index}`, replaced(input, path, list))
        const long = (length: number) => replaced(input, path, Array<unknown>(length).fill(value[0]))
        // Each list has a bound; most are refused far below the largest, which costs less.
        if (!isRefused(await ask(operation, long(1_001)))) await refuse(`${place} list of 20,001`, long(20_001))
      } else if (typeof value === 'object' && value !== null) {
        for (const [index, trick] of tricksFor(value).entries())
          await refuse(`${place} trick ${index}`, replaced(input, path, trick))
      }
      const isItem = /^\d+$/.test(path.at(-1) ?? '')
      if (path.length > 0 && !isItem && !isRefused(await ask(operation, replaced(input, path, gone))))
        canBeAbsent.add(atFirst(path))
    }
    expect(accepted).toEqual([])
    const named = new Set(places(input).map(({ path }) => atFirst(path)))
    const optional = fieldsOf(operation as Operation).filter(({ place, isOptional }) => isOptional && named.has(place))
    expect(canBeAbsent).toEqual(new Set(optional.map(({ place }) => place)))

    for (const good of [input, Object.assign(Object.create(null) as object, input), { ...input, zz: undefined }]) {
      expect(await ask(operation, good)).not.toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
    }
    // A refusal is not a bug, so nothing is logged.
    expect(await readFile(join(shared.dataDir, 'logs', 'racedesk.log'), 'utf8').catch(() => '')).toBe('')
    expect(Object.prototype).not.toHaveProperty('isAdmin')
  },
)

it("refuses an unknown operation, also one named like an object's own property", async () => {
  // prettier-ignore
  const names: readonly unknown[] = [
    '', ' ', 'app:info ', ' app:info', 'APP:INFO', 'app', 'app:', ':info', 'app:info/../keys:set', 'app:info\0',
    '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'x'.repeat(1_000_000),
    null, undefined, 0, {}, ['app:info'], Symbol('app:info'), 1n,
  ]
  for (const name of names) expect(isRefused(await ask(name as string, {}))).toBe(true)
})

it('refuses a name with a line break, an escape or half a character', async () => {
  const { ask } = await cores.open()
  for (const name of ['Spring\nrace', 'Spring \u001b[2Jrace', 'Spring \ud83c']) {
    const reply = await ask('stage:rename', { ...inputs['stage:rename'], name })
    expect(reply).toMatchObject({ ok: false, error: { kind: 'invalid-input', issues: [{ path: 'name' }] } })
  }
})

it('accepts the request for the demo profile only without other fields', async () => {
  for (const input of [
    { demo: false },
    { demo: 1 },
    { demo: true, zz: 1 },
    { demo: true, ...inputs['profile:save'] },
  ]) {
    expect(isRefused(await ask('profile:save', input))).toBe(true)
  }
})

it('never quotes a key that it refuses', async () => {
  const key = 'Unquoted7731key'
  for (const input of [
    { profileId: 'demo', which: key, value: key },
    { profileId: 'demo', which: 'access', value: [key] },
    { profileId: key.repeat(20), which: 'access', value: key },
    { profileId: 'demo', which: 'access', value: key.repeat(1_000) },
  ]) {
    expect(JSON.stringify(await ask('keys:set', input))).not.toContain(key)
  }
})

it('isolates a throwing listener from the job and from other listeners', async () => {
  const { core, call, events } = await cores.open()
  core.gate.listen(() => {
    throw new Error('a closed window')
  })
  const heard: string[] = []
  core.gate.listen((event) => heard.push(event.name))
  expect(await call('app:setSettings', { scale: 110 })).toMatchObject({ scale: 110 })
  expect(heard).toEqual(['settings:changed'])
  expect(events).toHaveLength(1)
})

it('declares each operation in one subject only', async () => {
  const folder = join(import.meta.dirname, '../../../preload/contract')
  const declared: string[] = []
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.ts')) continue
    const parts = (await import(join(folder, file))) as Record<string, unknown>
    for (const [name, part] of Object.entries(parts))
      if (name.endsWith('Operations')) declared.push(...Object.keys(part as object))
  }
  expect(declared.toSorted()).toEqual([...operationNames].toSorted())
})
