import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it, vi } from 'vitest'
import type { PromoDraft } from '../../../preload/contract/promo.ts'
import type { ColumnsOfView } from '../../../preload/contract/results.ts'
import type { Memory } from '../../../preload/contract/settings.ts'
import * as page from '../../../renderer/app/promoDraft.ts'
import { saveBeforeLeaving } from '../../../renderer/app/state/saver.ts'
import { atEnd, temporaryFolder } from '../../support/atEnd.ts'
import { saveCapsule, unzip } from '../../support/capsuleRig.ts'
import { useCores } from '../../support/coreRig.ts'
import { anyCharacter } from '../../support/files/anyCharacter.ts'
import { addStage, deliverTo, inDatabase, type OpenCore } from '../../support/openCore.ts'

const cores = useCores(afterAll)

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
  organization: 'demo' as NonNullable<Memory['organization']>,
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
  const open = await cores.share()
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
  const open = await cores.share()
  const { stage } = await addStage(open, service)
  const before = await open.call('memory:read', {})
  const name = fc.string({ unit: anyCharacter, maxLength: 30 })
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
  for (const input of refused) {
    expect(await open.ask('memory:save', input)).toMatchObject({ error: { kind: 'invalid-input' } })
  }
  const large = { stage, columns: { ...columns, order: Array(5_000).fill('я'.repeat(900)) } }
  expect(await open.ask('memory:save', large)).toMatchObject({ error: { kind: 'too-large', what: 'request' } })
  expect(await open.call('memory:read', { stage })).toEqual(last)
  expect(await open.call('memory:read', {})).toEqual(before)
})

it('keeps the columns of a stage in the bin, forgets them with it, and saves none for a stage that is gone', async () => {
  const open = await cores.share()
  const { stage, profileId } = await addStage(open, service)
  await open.call('memory:save', { stage, columns })
  await open.call('stage:remove', { stage })
  const error = { kind: 'not-found', what: 'stage' }
  expect(await open.ask('memory:save', { stage, columns })).toEqual({ ok: false, error })
  await open.call('stage:restore', { stage })
  expect(await open.call('memory:read', { stage })).toEqual({ columns })
  await open.call('stage:remove', { stage })
  await open.call('stage:emptyBin', {})
  await open.call('stage:add', { profileId, text: stage })
  expect(await open.call('memory:read', { stage })).toEqual({})
})

/** Changes the database as a fault of the disk or another version of the app would. */
const spoil = (open: OpenCore, sql: string, ...values: readonly string[]): void =>
  inDatabase(open, ({ run }) => void run(sql, ...values))

it('gives what is readable when a stored value is spoilt, and takes a new value for it', async () => {
  const open = await cores.share()
  const { stage } = await addStage(open, service)
  await open.call('memory:save', { listWidth: 280, panelWidth: 400 })
  await open.call('memory:save', { stage, columns })
  spoil(open, "UPDATE memory SET value = '{' WHERE name = 'listWidth'")
  spoil(open, "UPDATE stage_memory SET value = '{'")
  expect(await open.call('memory:read', {})).toEqual({ listWidth: null, panelWidth: 400 })
  expect(await open.call('memory:read', { stage })).toEqual({ columns: null })
  await open.call('memory:save', { listWidth: 300 })
  expect(await open.call('memory:read', {})).toEqual({ listWidth: 300, panelWidth: 400 })
})

it.each(['{', 'null', '5', '{"profileId":null,"race":"","text":5}', '{"text":"SPRING;10"}'])(
  'has no draft where the stored one is %s, and takes a new one',
  async (stored) => {
    const open = await cores.share()
    await open.call('promo:saveDraft', { draft: draftOf('OLD;1') })
    spoil(open, 'UPDATE promo_draft SET draft = ?', stored)
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
  )
  const long = await open.ask('promo:saveDraft', { draft: draftOf('x'.repeat(500_001)) })
  expect(long).toMatchObject({ error: { kind: 'invalid-input' } })
})

it('removes a draft with its organization, and does not let a page that missed it bring it back', async () => {
  const open = await cores.share()
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
  const path = join(temporaryFolder(), 'a.racestage')
  const open = await cores.open({ delivery: deliverTo(path) })
  const { stage } = await addStage(open, service)
  const code = 'PRIVATE-CODE-7731'
  await open.call('promo:saveDraft', { draft: draftOf(`${code};10`) })
  await open.ask('promo:saveDraft', { draft: { ...draftOf(code), zz: 1 } })
  const { files } = await open.call('app:diagnostics', {})
  expect(files.length).toBeGreaterThan(0)
  expect(JSON.stringify(files)).not.toContain(code)
  expect(await readFile(join(open.dataDir, 'logs', 'racedesk.log'), 'utf8').catch(() => '')).not.toContain(code)
  const parts = unzip(await saveCapsule(open, stage, path))
  expect(parts.length).toBeGreaterThan(0)
  expect(parts.filter(({ data }) => data.includes(code))).toEqual([])
})

let reached: OpenCore
/** Replies to reads of the draft arrive once it resolves. */
let held = Promise.resolve()
let reads = 0
let isTyping = false
const call = async (operation: string, input: unknown) => {
  const { gate } = reached.core
  const isRead = operation === 'promo:draft'
  if (isRead) reads += 1
  const reply = await gate.call(operation, input)
  if (isRead) await held
  return reply
}

const text = (): string | null => page.promoDraft.get()?.text ?? null

/** A page of the core that has read nothing yet: the page's own modules over the bridge of the core. */
const openPage = (open: OpenCore): void => {
  reached = open
  held = Promise.resolve()
  reads = 0
  isTyping = false
  vi.stubGlobal('window', { racedesk: { call } })
  vi.stubGlobal('document', { hasFocus: () => true, activeElement: { matches: () => isTyping } })
  atEnd(vi.unstubAllGlobals)
  page.promoDraft.set(null)
}

it('saves codes that were typed just before the page was left', async () => {
  const open = await cores.share()
  openPage(open)
  await page.readPromoDraft()
  page.changePromoDraft({ text: 'SPRING' })
  page.changePromoDraft({ text: 'SPRING;10', race: 'a race' })
  saveBeforeLeaving()
  await vi.waitFor(async () => expect((await open.call('promo:draft', {}))?.text).toBe('SPRING;10'))
  openPage(open)
  await page.readPromoDraft()
  expect(page.promoDraft.get()).toMatchObject({ race: 'a race', text: 'SPRING;10' })
})

it('keeps a draft that was changed and saved while an older one was still being read', async () => {
  const open = await cores.share()
  await open.call('promo:saveDraft', { draft: draftOf('OLD;1') })
  openPage(open)
  const answered = Promise.withResolvers<void>()
  held = answered.promise
  const reading = page.readPromoDraft()
  page.changePromoDraft({ text: 'NEW;2' })
  await vi.waitFor(async () => expect((await open.call('promo:draft', {}))?.text).toBe('NEW;2'))
  answered.resolve()
  await reading
  expect(text()).toBe('NEW;2')
})

it('says why a draft cannot be read, and shows no empty one instead', async () => {
  const open = await cores.open()
  openPage(open)
  await open.close()
  expect(await page.readPromoDraft()).toMatchObject({ kind: expect.any(String) as string })
  expect(page.promoDraft.get()).toBeNull()
})

it('shows what another page typed, but never over what is being typed here', async () => {
  const open = await cores.share()
  openPage(open)
  open.core.gate.listen(({ name }) => {
    if (name === 'promoDraft:changed') page.rereadPromoDraft()
  })
  await page.readPromoDraft()
  await open.call('promo:saveDraft', { draft: draftOf('ONE;1') })
  await vi.waitFor(() => expect(text()).toBe('ONE;1'))
  isTyping = true
  const before = reads
  await open.call('promo:saveDraft', { draft: draftOf('TWO;2') })
  expect([reads, text()]).toEqual([before, 'ONE;1'])
  isTyping = false
  await open.call('promo:saveDraft', { draft: draftOf('THREE;3') })
  await vi.waitFor(() => expect(text()).toBe('THREE;3'))
})
