import { execFile } from 'node:child_process'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExportFormat, ExportOptions } from '../../../preload/contract/files.ts'
import { launchChromium } from '../../support/chromium.ts'
import { awkwardRace, longName } from '../../support/services/awkwardRace.ts'
import { useCores } from '../../support/coreRig.ts'
import { readWorkbook } from '../../support/files/workbooks.ts'
import { addStage, deliverTo, type OpenCore } from '../../support/openCore.ts'
import {
  findChromium,
  findLibreOffice,
  findPythonWithOpenpyxl,
  findXmllint,
  requireOrSkip,
  suiteFor,
} from '../../support/requirements.ts'
import { bytesOf, startRaceService, type RaceService } from '../../support/services/raceService.ts'
import { inEnvelope } from '../../support/takenRows.ts'

/** What leaves the app, opened by the programs that people open it with: a race with all that makes a list go wrong. */

const run = promisify(execFile)
const cores = useCores()

const codes = ['DSQ', 'DNF', 'DNS']

let race: RaceService
let folder = ''
let open: OpenCore
const options = { stage: '' as never, out: '' }

beforeAll(async () => {
  race = await startRaceService(...Object.keys(awkwardRace))
  for (const [category, rows] of Object.entries(awkwardRace)) race.answer(category, bytesOf(inEnvelope(rows)))
})
afterAll(async () => {
  await race.close()
})

const begin = async (): Promise<void> => {
  folder = join(await cores.folder(), 'files')
  await mkdir(folder)
  open = await cores.open({ delivery: deliverTo(join(folder, 'out')) })
  const { stage } = await addStage(open, race)
  await open.call('stage:rename', { stage, name: 'Забег <Весна> & Ко' })
  await open.take(stage)
  Object.assign(options, { stage })
}

/** The path of the written file, named as its format is. */
const write = async (format: ExportFormat, ending: string, more: Partial<ExportOptions> = {}): Promise<string> => {
  const asked = { stage: options.stage, format, areProblemsLeftOut: true, isTransliterated: true, ...more }
  const started = await open.call('results:export', asked)
  const job = started === null ? null : await open.finished(started.jobId)
  if (job?.state !== 'done') throw new Error(`${format}: ${JSON.stringify(job?.error)}`)
  const path = join(folder, `${format}.${ending}`)
  await rename(join(folder, 'out'), path)
  return path
}

const python = findPythonWithOpenpyxl() ?? ''
suiteFor('openpyxl', python !== '')('a workbook', () => {
  it.each([
    ['results', 'xlsx', {}],
    ['a protocol', 'protocol', { isWorkbook: true }],
    ['ITRA', 'itra', { isWorkbook: true }],
  ] as const)('of %s is whole for openpyxl', async (_, format, more) => {
    await begin()
    const { sheets, damaged } = await readWorkbook(python, await write(format, 'xlsx', more))
    expect(damaged).toBeNull()
    const texts = sheets.flatMap(({ rows }) => rows.flatMap((cells) => cells.map(({ value }) => value)))
    if (format === 'itra') expect(texts).toContain('Begun1001')
    else expect(texts).toContain(longName)
    expect(sheets.every(({ rows }) => rows.every((cells) => cells.every(({ type }) => type !== 'f')))).toBe(true)
  })

  it('says what each sheet is, with heads in the language of the file and without columns of no meaning', async () => {
    await begin()
    const { sheets } = await readWorkbook(python, await write('xlsx', 'xlsx', { language: 'ru' }))
    expect(sheets.map(({ title }) => title)).toEqual(['Все', 'Overall', 'Men', 'M30-39', 'О файле'])
    const men = sheets.find(({ title }) => title === 'Men')
    expect(men?.above[0]).toMatch(/^Забег <Весна> & Ко · .* · Men$/u)
    expect(men?.above[1]).toMatch(/^Предварительные результаты · Данные на /u)
    const heads = men?.rows[0]?.map(({ value }) => value) ?? []
    expect(heads.slice(0, 2)).toEqual(['Место', 'Номер'])
    expect(heads.filter((head) => /[A-Za-z]{3}/u.test(String(head)))).toEqual([])
    const bibs = men?.rows.slice(1).map((cells) => cells[1])
    expect(bibs?.every((cell) => cell?.type === 's')).toBe(true)
  })
})

suiteFor('openpyxl', python !== '')('a CSV', () => {
  it.each([
    ['ru', 'utf-8-sig', ';'],
    ['en', 'utf-8-sig', ','],
    ['tsv', 'utf-16', '\t'],
  ] as const)('preset %s has as many cells in each line for Python', async (preset, encoding, separator) => {
    await begin()
    const path = await write('csv', 'csv', { preset })
    const script = `import csv, json, sys
rows = list(csv.reader(open(sys.argv[1], encoding='${encoding}', newline=''), delimiter='${separator}'))
print(json.dumps(rows))`
    const rows = JSON.parse((await run(python, ['-c', script, path])).stdout) as readonly (readonly string[])[]
    expect(new Set(rows.map(({ length }) => length)).size).toBe(1)
    expect(rows).toHaveLength(1 + 3 * awkwardRace.Overall.length)
    expect(rows.flat().some((cell) => cell.includes(longName))).toBe(true)
    for (const code of codes) expect(rows.flat().filter((cell) => cell === code).length).toBeGreaterThanOrEqual(3)
  })
})

suiteFor('browser', findChromium() !== null)('a page', () => {
  it.each([
    ['html', {}],
    ['protocol', { isPage: true }],
  ] as const)(
    'of %s fits a phone and a desktop in Chromium, with place, name, club and time in sight',
    async (format, more) => {
      await begin()
      const path = await write(format, 'html', { ...more, language: 'ru' })
      const browser = await launchChromium(findChromium() ?? '')
      try {
        const page = await browser.newPage()
        for (const width of [390, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          await page.goto(pathToFileURL(path).href)
          const scrolled = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
          expect([width, scrolled <= 0]).toEqual([width, true])
          const text = await page.evaluate(() => document.body.innerText)
          for (const said of ['Бегун1001', 'Динамо', '40:00', longName]) expect(text).toContain(said)
          if (format === 'html') for (const code of codes) expect(text).toContain(code)
        }
      } finally {
        await browser.close()
      }
    },
  )
})

const xmllint = findXmllint() ?? ''
;(requireOrSkip('xmllint', xmllint !== '') ? describe : describe.skip)('IOF XML', () => {
  it('is well formed for xmllint', async () => {
    await begin()
    const path = await write('iof', 'xml')
    await run(xmllint, ['--noout', path])
    expect(await readFile(path, 'utf8')).toContain(longName)
  })
})

const office = findLibreOffice() ?? ''
;(requireOrSkip('libreoffice', office !== '') ? describe : describe.skip)('LibreOffice', () => {
  it.each([
    ['xlsx', {}],
    ['protocol', { isWorkbook: true }],
  ] as const)(
    'prints the workbook of %s on a few sheets of A4',
    async (format, more) => {
      await begin()
      const path = await write(format, 'xlsx', more)
      const profile = pathToFileURL(join(folder, 'office')).href
      await run(office, [
        `-env:UserInstallation=${profile}`,
        '--headless',
        '--convert-to',
        'pdf',
        '--outdir',
        folder,
        path,
      ])
      const pdf = await readFile(path.replace(/xlsx$/u, 'pdf'), 'latin1')
      const pages = pdf.match(/\/Type\s*\/Page\b/gu)?.length ?? 0
      expect(pages).toBeGreaterThanOrEqual(3)
      expect(pages).toBeLessThanOrEqual(8)
    },
    120_000,
  )
})
