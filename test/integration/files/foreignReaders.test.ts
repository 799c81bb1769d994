import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExportFormat, ExportOptions } from '../../../preload/contract/files.ts'
import { openContext } from '../../support/chromium.ts'
import { awkwardRace, longName } from '../../support/services/awkwardRace.ts'
import { useCores } from '../../support/coreRig.ts'
import { readWorkbook, suiteForWorkbooks } from '../../support/files/workbooks.ts'
import { findChromium, findLibreOffice, findXmllint, requireOrSkip, suiteFor } from '../../support/requirements.ts'
import { takeRows, type TakenRows } from '../../support/takenRows.ts'

/** Files that leave the app, opened by the programs that people open them with: a race with all that makes a list go wrong. */

const run = promisify(execFile)
const cores = useCores(afterAll)

const codes = ['DSQ', 'DNF', 'DNS']

let taken: TakenRows
beforeAll(async () => {
  taken = await takeRows(cores, awkwardRace, { stageName: 'Забег <Весна> & Ко' })
})

/** The path of the written file, named as its format is. */
const write = async (format: ExportFormat, ending: string, more: Partial<ExportOptions> = {}): Promise<string> => {
  const path = join(taken.folder, `${format}.${ending}`)
  taken.target = path
  const job = await taken.write({ format, areProblemsLeftOut: true, isTransliterated: true, ...more })
  if (job.state !== 'done') throw new Error(`${format}: ${JSON.stringify(job.error)}`)
  return path
}

suiteForWorkbooks()('a workbook', () => {
  it.each([
    ['results', 'xlsx', {}],
    ['a protocol', 'protocol', { isWorkbook: true }],
    ['ITRA', 'itra', { isWorkbook: true }],
  ] as const)('of %s is whole for openpyxl', async (_, format, more) => {
    const { sheets, damaged } = await readWorkbook(await write(format, 'xlsx', more))
    expect(damaged).toBeNull()
    const texts = sheets.flatMap(({ rows }) => rows.flatMap((cells) => cells.map(({ value }) => value)))
    if (format === 'itra') expect(texts).toContain('Begun1001')
    else expect(texts).toContain(longName)
    expect(sheets.every(({ rows }) => rows.every((cells) => cells.every(({ type }) => type !== 'f')))).toBe(true)
  })
})

suiteFor('browser', findChromium() !== null)('a page', () => {
  it.each([
    ['html', {}],
    ['protocol', { isPage: true }],
  ] as const)(
    'of %s fits a phone and a desktop in Chromium, with place, name, club and time in sight',
    async (format, more) => {
      const path = await write(format, 'html', { ...more, language: 'ru' })
      const page = await (await openContext()).newPage()
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(pathToFileURL(path).href)
        const scrolled = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect([width, scrolled <= 0]).toEqual([width, true])
        const text = await page.evaluate(() => document.body.innerText)
        for (const said of ['Бегун1001', 'Динамо', '40:00', longName]) expect(text).toContain(said)
        if (format === 'html') for (const code of codes) expect(text).toContain(code)
      }
    },
  )
})

const xmllint = findXmllint() ?? ''
;(requireOrSkip('xmllint', xmllint !== '') ? describe : describe.skip)('IOF XML', () => {
  it('is well formed for xmllint', async () => {
    const path = await write('iof', 'xml')
    await run(xmllint, ['--noout', path])
    expect(await readFile(path, 'utf8')).toContain(longName)
  })
})

const office = findLibreOffice() ?? ''
;(requireOrSkip('libreoffice', office !== '') ? describe : describe.skip)('LibreOffice', () => {
  it('prints workbooks and protocols on a few sheets of A4', { timeout: 120_000 }, async () => {
    const paths = [await write('xlsx', 'xlsx'), await write('protocol', 'xlsx', { isWorkbook: true })]
    const profile = pathToFileURL(join(taken.folder, 'office')).href
    const settings = [`-env:UserInstallation=${profile}`, '--headless', '--convert-to', 'pdf', '--outdir', taken.folder]
    await run(office, [...settings, ...paths])
    for (const path of paths) {
      const pdf = await readFile(path.replace(/xlsx$/u, 'pdf'), 'latin1')
      const pages = pdf.match(/\/Type\s*\/Page\b/gu)?.length ?? 0
      expect(pages).toBeGreaterThanOrEqual(3)
      expect(pages).toBeLessThanOrEqual(8)
    }
  })
})
