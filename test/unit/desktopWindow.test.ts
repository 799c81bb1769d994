import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createDialogDelivery, saveDialogOptions } from '../../main/desktop/delivery.ts'
import { dataDirOf, startFailure } from '../../main/desktop/startOptions.ts'
import { backgroundColor, menuRoles, webPreferences } from '../../main/desktop/windowOptions.ts'
import { contentTypeOf } from '../../main/domain/staticFiles.ts'

const readSource = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

describe('the window', () => {
  it('has every wall up, and nobody can take one down later', () => {
    const preferences = webPreferences('/x/preload.cjs', false)
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      devTools: false,
    })
    expect(Object.isFrozen(preferences)).toBe(true)
  })

  it('has developer tools in development', () => {
    expect(webPreferences('/x/preload.cjs', true).devTools).toBe(true)
  })

  it('is painted in the colours of the page from the start, or it would flash', () => {
    const tokens = readSource('renderer/styles/tokens.css')
    const colourOf = (theme: string) =>
      new RegExp(`data-theme='${theme}'\\] \\{[^}]*--color-bg: (#[0-9a-f]{6})`, 'u').exec(tokens)?.[1]
    expect(backgroundColor('light', true)).toBe(colourOf('light'))
    expect(backgroundColor('dark', false)).toBe(colourOf('dark'))
    expect(backgroundColor('sunlight', true)).toBe(colourOf('sunlight'))
    expect(backgroundColor('system', true)).toBe(colourOf('dark'))
    expect(backgroundColor('system', false)).toBe(colourOf('light'))
  })

  it('has an edit menu on macOS, where copying would not work without one', () => {
    expect(menuRoles('darwin')).toContain('editMenu')
    expect(menuRoles('linux')).toEqual([])
  })

  it('and the preload speak on the same channels, or no call would arrive', () => {
    const channels = (path: string) => new Set(readSource(path).match(/racedesk:[a-z]+/gu))
    expect(channels('preload/preload.ts')).toEqual(channels('main/desktop/ipc.ts'))
  })
})

describe('the command line', () => {
  it.each([
    [['.', '--data', '/x'], '/x'],
    [['--data=/x y'], '/x y'],
    [['--data', 'rel'], join('/work', 'rel')],
    [['--data', '/a', '--data', '/b'], '/b'],
    [['--data'], null],
    [['--database', '/x'], null],
    [[], null],
  ])('%j keeps its data in %j', (args, dir) => {
    expect(dataDirOf(args, '/work')).toBe(dir)
  })

  it('says in both languages why nothing opens, with the folder', () => {
    const error = { kind: 'storage', reason: 'SQLITE_FULL' } as const
    expect(startFailure(error, '/d', 'ru-RU')).toMatch(/не может.*SQLITE_FULL.*\nПапка: \/d/u)
    expect(startFailure(error, '/d', 'de')).toMatch(/cannot.*SQLITE_FULL.*\nFolder: \/d/u)
  })
})

describe('saving a file', () => {
  it('remembers the last folder, and takes a closed dialog for no', async () => {
    const asked: string[] = []
    const answers = [join('/usb', 'a.csv'), null, join('/usb', 'b.csv')]
    const delivery = createDialogDelivery({
      firstFolder: '/docs',
      ask: (options) => {
        asked.push(options.defaultPath)
        return Promise.resolve(answers[asked.length - 1] ?? null)
      },
    })
    const first = await delivery.choose('results.csv')
    expect(first).toMatchObject({ ok: true, value: { path: join('/usb', 'a.csv') } })
    expect(first?.ok === true ? first.value.finish() : null).toEqual({ path: join('/usb', 'a.csv'), download: null })
    expect(await delivery.choose('results.csv')).toBeNull()
    await delivery.choose('results.csv')
    expect(asked).toEqual([join('/docs', 'results.csv'), join('/usb', 'results.csv'), join('/usb', 'results.csv')])
  })

  it.each([
    ['../../etc/cron.d/x.csv', 'x.csv'],
    ['..\\..\\x.csv', 'x.csv'],
    ['/etc/passwd', 'passwd'],
    ['..', 'Racedesk'],
    ['', 'Racedesk'],
    ['2026-05-16 Этап - 10 км.csv', '2026-05-16 Этап - 10 км.csv'],
  ])('suggests %j as %j in the folder and nowhere else', (suggested, name) => {
    expect(saveDialogOptions('/docs', suggested).defaultPath).toBe(join('/docs', name))
  })
})

describe('content types', () => {
  it.each([
    ['a/b.js', 'text/javascript; charset=utf-8'],
    ['B.HTML', 'text/html; charset=utf-8'],
    ['x.html.exe', 'application/octet-stream'],
    ['html', 'application/octet-stream'],
    ['a.html/b', 'application/octet-stream'],
    ['font.woff2', 'font/woff2'],
  ])('of %s is %s, so that nothing is run that only looks like a page', (path, type) => {
    expect(contentTypeOf(path)).toBe(type)
  })
})
