import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import type { PromoDraft } from '../../../preload/contract/promo.ts'
import type { ColumnsOfView } from '../../../preload/contract/results.ts'
import type { Memory } from '../../../preload/contract/settings.ts'
import { saveCapsule, unzip } from '../../support/capsuleRig.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage, deliverTo, type OpenCore } from '../../support/openCore.ts'

const cores = useCores()
afterEach(() => vi.unstubAllGlobals())

const service = {
  url: 'https://api.example.org',
  resultsUrl: 'https://results.example.org',
  stage: '8c1d7a30-5b1e-4c55-9a61-2d8e5f704b13',
}
const everything: Required<Memory> = {
  listWidth: 280,
  panelWidth: 400,
  splitsBy: 'place',
  export: { format: 'csv', preset: 'ru', orientation: 'landscape', withReceipt: true },
  exportPresets: [{ name: 'press', parts: [{ distance: '10 km' }], options: { format: 'html' } }],
  deskClearAfterS: 20,
  orderColumns: [{ id: 'number', widthPx: 130 }],
  blocksProfile: 'demo' as NonNullable<Memory['blocksProfile']>,
}
const columns: ColumnsOfView = {
  order: ['#star', '@name'],
  hidden: ['wave'],
  widths: [{ column: '@name', widthPx: 216 }],
}

it('gives what one face saved to another on the same folder, and to the next start', async () => {
  const browser = await cores.open({ face: 'browser' })
  const { dataDir } = browser
  const desktop = await cores.open({ face: 'desktop', dataDir })
  const { stage } = await addStage(browser, service)
  await browser.call('memory:save', everything)
  await desktop.call('memory:save', { listWidth: 300 })
  await desktop.call('memory:save', { stage, columns })
  expect(await browser.call('memory:read', {})).toEqual({ ...everything, listWidth: 300 })
  expect(await browser.call('memory:read', { stage })).toEqual({ columns })
  await browser.close()
  await desktop.close()

  const next = await cores.open({ face: 'browser', dataDir })
  expect(await next.call('memory:read', {})).toEqual({ ...everything, listWidth: 300 })
  expect(await next.call('memory:read', { stage })).toEqual({ columns })
})

it('tells pages in which stage values changed, but no values', async () => {
  const open = await cores.open()
  const { stage } = await addStage(open, service)
  const before = open.events.length
  await open.call('memory:save', { listWidth: 280 })
  await open.call('memory:save', { stage, columns })
  await open.call('promo:saveDraft', { draft: { profileId: null, race: '', text: 'SPRING;10' } })
  expect(open.events.slice(before)).toEqual([
    { name: 'memory:changed', data: { stage: null } },
    { name: 'memory:changed', data: { stage } },
    { name: 'promoDraft:changed', data: {} },
  ])
})

it('takes every layout of columns within its bounds, and none beyond them', async () => {
  const open = await cores.open()
  const { stage } = await addStage(open, service)
  const name = fc.string({ unit: 'binary', maxLength: 30 })
  const layouts = fc.record({
    order: fc.array(name, { maxLength: 40 }),
    hidden: fc.array(name, { maxLength: 5 }),
    shown: fc.array(name, { maxLength: 5 }),
    widths: fc.array(fc.record({ column: name, widthPx: fc.integer({ min: 0, max: 10_000 }) }), { maxLength: 40 }),
  })
  await fc.assert(
    fc.asyncProperty(layouts, async (layout) => {
      await open.call('memory:save', { stage, columns: layout })
      expect(await open.call('memory:read', { stage })).toEqual({ columns: layout })
    }),
    { numRuns: 50 },
  )
  const last = await open.call('memory:read', { stage })
  const refused: readonly unknown[] = [
    { stage, columns: { ...columns, order: Array<string>(5_001).fill('a') } },
    { stage, columns: { ...columns, order: ['x'.repeat(1_001)] } },
    { stage, columns: { ...columns, widths: [{ column: 'a', widthPx: 10_001 }] } },
    { stage, columns: { ...columns, zz: 1 } },
    { stage, columns, listWidth: 280 },
    { columns },
    { listWidth: 10_001 },
    { listWidth: '280' },
    { orderColumns: Array.from({ length: 51 }, () => ({ id: 'a', widthPx: 1 })) },
    { theme: 'dark' },
  ]
  for (const input of refused)
    expect(await open.ask('memory:save', input)).toMatchObject({ error: { kind: 'invalid-input' } })
  expect(
    await open.ask('memory:save', { stage, columns: { ...columns, order: Array(5_000).fill('я'.repeat(900)) } }),
  ).toMatchObject({
    error: { kind: 'too-large', what: 'request' },
  })
  expect(await open.call('memory:read', { stage })).toEqual(last)
  expect(await open.call('memory:read', {})).toEqual({})
})

it('keeps the columns of a stage in the bin, forgets them with it, and saves none for a stage that is gone', async () => {
  const open = await cores.open()
  const { stage, profileId } = await addStage(open, service)
  await open.call('memory:save', { stage, columns })
  await open.call('stage:remove', { stage })
  expect(await open.ask('memory:save', { stage, columns })).toEqual({
    ok: false,
    error: { kind: 'not-found', what: 'stage' },
  })
  await open.call('stage:restore', { stage })
  expect(await open.call('memory:read', { stage })).toEqual({ columns })
  await open.call('stage:remove', { stage })
  await open.call('stage:emptyBin', {})
  await open.call('stage:add', { profileId, text: stage })
  expect(await open.call('memory:read', { stage })).toEqual({})
})

/** Changes the database as a fault of the disk or another version of the app would. */
const spoil = (dataDir: string, sql: string, ...values: readonly string[]): void => {
  const database = new DatabaseSync(join(dataDir, 'racedesk.db'))
  database.prepare(sql).run(...values)
  database.close()
}

it('gives what is readable when a stored value is spoilt, and takes a new value for it', async () => {
  const open = await cores.open()
  const { stage } = await addStage(open, service)
  await open.call('memory:save', { listWidth: 280, panelWidth: 400 })
  await open.call('memory:save', { stage, columns })
  spoil(open.dataDir, "UPDATE memory SET value = '{' WHERE name = 'listWidth'")
  spoil(open.dataDir, "UPDATE stage_memory SET value = '{'")
  expect(await open.call('memory:read', {})).toEqual({ listWidth: null, panelWidth: 400 })
  expect(await open.call('memory:read', { stage })).toEqual({ columns: null })
  await open.call('memory:save', { listWidth: 300 })
  expect(await open.call('memory:read', {})).toEqual({ listWidth: 300, panelWidth: 400 })
})

it.each(['{', 'null', '5', '{"profileId":null,"race":"","text":5}', '{"text":"SPRING;10"}'])(
  'has no draft where the stored one is %s, and takes a new one',
  async (stored) => {
    const open = await cores.open()
    await open.call('promo:saveDraft', { draft: draftOf('OLD;1') })
    spoil(open.dataDir, 'UPDATE promo_draft SET draft = ?', stored)
    expect(await open.call('promo:draft', {})).toBeNull()
    await open.call('promo:saveDraft', { draft: draftOf('NEW;2') })
    expect(await open.call('promo:draft', {})).toEqual(draftOf('NEW;2'))
  },
)

const draftOf = (text: string, profileId: PromoDraft['profileId'] = null): PromoDraft => ({
  profileId,
  race: 'a race',
  text,
})

it('keeps a draft of any text as it was typed', async () => {
  const open = await cores.open()
  expect(await open.call('promo:draft', {})).toBeNull()
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }), async (text) => {
      await open.call('promo:saveDraft', { draft: draftOf(text) })
      expect(await open.call('promo:draft', {})).toEqual(draftOf(text))
    }),
    { numRuns: 100 },
  )
  expect(await open.ask('promo:saveDraft', { draft: draftOf('x'.repeat(500_001)) })).toMatchObject({
    error: { kind: 'invalid-input' },
  })
})

it('removes a draft with its organization, and does not let a page that missed it bring it back', async () => {
  const open = await cores.open()
  const { profileId } = await addStage(open, service)
  const draft = draftOf('SPRING;10', profileId)
  await open.call('promo:saveDraft', { draft })
  expect(await open.call('promo:draft', {})).toEqual(draft)
  await open.call('profile:remove', { id: profileId })
  expect(await open.call('promo:draft', {})).toBeNull()
  expect(await open.ask('promo:saveDraft', { draft })).toMatchObject({ ok: false, error: { kind: 'not-found' } })
  expect(await open.call('promo:draft', {})).toBeNull()
})

it('leaves codes of a draft out of diagnostics, the log and capsules', async () => {
  const dataDir = join(await cores.folder(), 'data')
  const path = join(await cores.folder(), 'a.racestage')
  const open = await cores.open({ dataDir, delivery: deliverTo(path) })
  const { stage } = await addStage(open, service)
  const code = 'PRIVATE-CODE-7731'
  await open.call('promo:saveDraft', { draft: draftOf(`${code};10`) })
  await open.ask('promo:saveDraft', { draft: { ...draftOf(code), zz: 1 } })
  const { files } = await open.call('app:diagnostics', {})
  expect(files.length).toBeGreaterThan(0)
  expect(JSON.stringify(files)).not.toContain(code)
  expect(await readFile(join(dataDir, 'logs', 'racedesk.log'), 'utf8').catch(() => '')).not.toContain(code)
  const parts = unzip(await saveCapsule(open, stage, path))
  expect(parts.length).toBeGreaterThan(0)
  expect(parts.filter(({ data }) => data.includes(code))).toEqual([])
})

/**
 * The draft as a page has it: the page's own modules over the bridge of a core, in a context of their own. `held`: resolves
 * when replies to reads of the draft may arrive.
 */
const openPage = async ({ core }: OpenCore, held = Promise.resolve()) => {
  const { gate } = core
  let reads = 0
  const call = async (operation: string, input: unknown) => {
    const isRead = operation === 'promo:draft'
    if (isRead) reads += 1
    const reply = await gate.call(operation, input)
    if (isRead) await held
    return reply
  }
  const field = { matches: () => isTyping }
  let isTyping = false
  const globals = (): void => {
    vi.stubGlobal('window', { racedesk: { ...gate, call } })
    vi.stubGlobal('document', { hasFocus: () => true, activeElement: field })
  }
  vi.resetModules()
  globals()
  const draft = await import('../../../renderer/app/promoDraft.ts')
  const { saveBeforeLeaving } = await import('../../../renderer/app/state/saver.ts')
  gate.listen(({ name }) => {
    if (name !== 'promoDraft:changed') return
    globals()
    draft.rereadPromoDraft()
  })
  return {
    ...draft,
    text: () => draft.promoDraft.get()?.text ?? null,
    reads: () => reads,
    typeInto: (isNowTyping: boolean) => {
      isTyping = isNowTyping
    },
    saveBeforeLeaving,
  }
}

it('saves codes that were typed just before the page was left', async () => {
  const open = await cores.open()
  const page = await openPage(open)
  await page.readPromoDraft()
  page.changePromoDraft({ text: 'SPRING' })
  page.changePromoDraft({ text: 'SPRING;10', race: 'a race' })
  page.saveBeforeLeaving()
  expect((await open.call('promo:draft', {}))?.text).toBe('SPRING;10')
  const next = await openPage(open)
  await next.readPromoDraft()
  expect(next.promoDraft.get()).toEqual({ profileId: null, race: 'a race', text: 'SPRING;10' })
})

it('keeps a draft that was changed and saved while an older one was still being read', async () => {
  const open = await cores.open()
  await open.call('promo:saveDraft', { draft: draftOf('OLD;1') })
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const page = await openPage(open, held)
  const reading = page.readPromoDraft()
  page.changePromoDraft({ text: 'NEW;2' })
  await vi.waitFor(async () => expect((await open.call('promo:draft', {}))?.text).toBe('NEW;2'))
  answer()
  await reading
  expect(page.text()).toBe('NEW;2')
})

it('says why a draft cannot be read, and shows no empty one instead', async () => {
  const open = await cores.open()
  const page = await openPage(open)
  await open.close()
  expect(await page.readPromoDraft()).toMatchObject({ kind: expect.any(String) as string })
  expect(page.promoDraft.get()).toBeNull()
})

it('shows what another page typed, but never over what is being typed here', async () => {
  const open = await cores.open()
  const page = await openPage(open)
  await page.readPromoDraft()
  await open.call('promo:saveDraft', { draft: draftOf('ONE;1') })
  await vi.waitFor(() => expect(page.text()).toBe('ONE;1'))
  page.typeInto(true)
  const before = page.reads()
  await open.call('promo:saveDraft', { draft: draftOf('TWO;2') })
  expect([page.reads(), page.text()]).toEqual([before, 'ONE;1'])
  page.typeInto(false)
  await open.call('promo:saveDraft', { draft: draftOf('THREE;3') })
  await vi.waitFor(() => expect(page.text()).toBe('THREE;3'))
})
