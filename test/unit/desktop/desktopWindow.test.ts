import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDialogDelivery, saveDialogOptions } from '../../../main/desktop/delivery.ts'
import { createFolderMemory } from '../../../main/desktop/window/folderMemory.ts'
import { stageFilesFromArgs } from '../../../main/desktop/givenFile.ts'
import { dataDirOf } from '../../../main/desktop/startOptions.ts'
import { finishedNotice, isUnseen } from '../../../main/desktop/notices.ts'
import { isWorthReloading, quitQuestion } from '../../../main/desktop/leaving.ts'
import { linkFromArgs, parseLink, readDropped } from '../../../main/features/stages/rules/appLinks.ts'
import { english } from '../../../main/desktop/shellTexts.ts'
import { russian } from '../../../main/desktop/shellTextsRu.ts'
import { menuTemplate, webPreferences, type MenuEntry } from '../../../main/desktop/window/windowOptions.ts'
import { hasLostSandbox, sandboxQuestion, shouldEnableSandbox } from '../../../main/desktop/sandboxLoss.ts'
import { placeWindow, readWindowState } from '../../../main/desktop/window/windowState.ts'
import { trustQuestion } from '../../../main/desktop/trustQuestion.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { TrustedCertificate } from '../../../preload/contract/network.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import { contentTypeOf } from '../../../main/gate/staticFiles.ts'

describe('the window', () => {
  // `integration/desktop/electronSecurity.test.ts` names the protections.
  it('has developer tools in development only, and none of its protections can be turned off later', () => {
    expect([true, false].map((isDevelopment) => webPreferences('/x', isDevelopment).devTools)).toEqual([true, false])
    expect(Object.isFrozen(webPreferences('/x', false))).toBe(true)
  })

  it.each(['darwin', 'win32', 'linux'])('has a menu on %s that can copy, paste and quit', (platform) => {
    const roles = JSON.stringify(menuTemplate(platform, english, false, () => undefined))
    for (const role of ['copy', 'paste', 'quit', 'help']) expect(roles).toContain(`"${role}"`)
    expect(roles.includes('"hideOthers"')).toBe(platform === 'darwin')
    expect(roles).not.toContain('zoomIn')
    expect(roles).not.toContain('toggleDevTools')
  })

  it.each(['darwin', 'win32', 'linux'])('has no English word in its Russian menu on %s', (platform) => {
    const labels = (entries: readonly MenuEntry[]): readonly string[] =>
      entries.flatMap((entry) => ('type' in entry ? [] : [entry.label, ...labels(entry.submenu ?? [])]))
    const words = labels(menuTemplate(platform, russian, true, () => undefined)).map((label) =>
      label.replace('Racedesk', 'Название'),
    )
    expect(words.length).toBeGreaterThan(10)
    // Electron names an item of a role without a label itself, in English.
    expect(words.filter((word) => !/^[^a-z]+$/iu.test(word))).toEqual([])
  })
})

const monitor = { x: 0, y: 0, width: 1920, height: 1040 }
const second = { x: 1920, y: -200, width: 1280, height: 1000 }
const state = { x: 100, y: 80, width: 1300, height: 900, isMaximized: false }

describe("the window's position", () => {
  it('is restored', () => {
    expect(placeWindow(state, [monitor])).toEqual({ x: 100, y: 80, width: 1300, height: 900 })
    const onSecond = { ...state, x: 1950, y: -150, width: 1200 }
    expect(placeWindow(onSecond, [monitor, second])).toEqual({ x: 1950, y: -150, width: 1200, height: 900 })
  })

  it.each([
    ['was on a monitor that is gone', { ...state, x: 2000, y: 100 }],
    ['has its upper edge above every monitor, where nobody can take hold of it', { ...state, y: -30 }],
    ['lies below the monitor', { ...state, y: 1030 }],
    ['shows no more than a sliver', { ...state, x: 1900 }],
  ])('is left to the system when it %s', (_what, lost) => {
    expect(placeWindow(lost, [monitor])).toEqual({ width: 1300, height: 900 })
  })

  it("has a size between the usable minimum and the monitor's", () => {
    const small = { x: 0, y: 0, width: 1024, height: 700 }
    expect(placeWindow({ ...state, x: 0, y: 0 }, [small])).toEqual({ x: 0, y: 0, width: 1024, height: 700 })
    expect(placeWindow({ ...state, width: 10, height: 10 }, [monitor])).toMatchObject({ width: 800, height: 560 })
    expect(placeWindow(null, [])).toEqual({ width: 1280, height: 800 })
  })

  it.each([
    null,
    '',
    '{',
    'null',
    '[]',
    '{"x":1}',
    JSON.stringify({ ...state, width: 1e9 }),
    JSON.stringify({ ...state, x: '0' }),
  ])('is not read from %j', (text) => {
    expect(readWindowState(text)).toBeNull()
  })

  it('is read back as it was written', () => {
    expect(readWindowState(JSON.stringify(state))).toEqual(state)
  })
})

const aGuid = '3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13'

describe('a link from outside', () => {
  it.each([
    [`racedesk://stage/${aGuid}`, { kind: 'stage', stage: aGuid }],
    [`RACEDESK://Stage/${aGuid.toUpperCase()}`, { kind: 'stage', stage: aGuid }],
    [`racedesk://order/${aGuid}`, { kind: 'order', order: aGuid }],
    [
      `racedesk://results?url=${encodeURIComponent(`https://results.example/results/get/${aGuid}`)}`,
      { kind: 'results', url: `https://results.example/results/get/${aGuid}` },
    ],
    // As Windows hands it over.
    [
      `racedesk://results/?url=${encodeURIComponent(`https://results.example/get/${aGuid}`)}`,
      { kind: 'results', url: `https://results.example/get/${aGuid}` },
    ],
  ])('%s is parsed', (text, link) => {
    expect(parseLink(text)).toEqual(link)
  })

  it('is parsed to a stage, an order or a safe address only, whatever its text', () => {
    const parts = ['racedesk:', '//', '/', 'stage', 'order', 'results', '?url=', '&', '#', '..', '%2f', '%00', '@', ' ']
    const addresses = ['https://a.example/', 'http://127.0.0.1/', 'http://a.example/', 'file:///', 'javascript:']
    const words = fc.constantFrom(...parts, ...addresses, aGuid, '%0a', '\\', '\u202e')
    const texts = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 8 }).map((some) => some.join('')),
      fc.array(words, { maxLength: 6 }).map((some) => `racedesk://results?url=${some.join('')}`),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const link = parseLink(text)
        if (link === null) return
        const named = link.kind === 'stage' ? link.stage : link.kind === 'order' ? link.order : link.url
        expect(named).toMatch(
          link.kind === 'results' ? /^(?:https:\/\/|http:\/\/127\.0\.0\.1[/:])/u : /^[0-9a-f-]{36}$/u,
        )
        expect(named).not.toMatch(/[\s\\\p{Cc}]/u)
        expect(URL.parse(named)?.username ?? '').toBe('')
      }),
    )
  })

  it.each([
    'racedesk://stage/1',
    `racedesk://stage/${aGuid}/`,
    `racedesk://stage/${aGuid}/../order`,
    `racedesk://stage/${aGuid}?url=https://evil.example`,
    `racedesk://stage/${aGuid}#x`,
    `racedesk://stage/${aGuid} --data=/x`,
    `racedesk://stage/%33${aGuid.slice(1)}`,
    `racedesk://user@stage/${aGuid}`,
    `racedesk://promo/${aGuid}`,
    `racedesk:stage/${aGuid}`,
    `https://stage/${aGuid}`,
    'racedesk://results?url=https://user:secret@results.example/',
    'racedesk://results?url=https://a.example&url=https://b.example',
    'racedesk://results?URL=https://a.example',
    'racedesk://results?url=https://a.example%0d%0aX: y',
    `racedesk://results?url=https://a.example/${'x'.repeat(3_000)}`,
  ])('%j is none', (text) => {
    expect(parseLink(text)).toBeNull()
  })

  it('is found among the arguments of a start', () => {
    expect(linkFromArgs(['racedesk', '--data=/x', `racedesk://stage/${aGuid}`])).toEqual({
      kind: 'stage',
      stage: aGuid,
    })
    expect(linkFromArgs(['racedesk', '--x=racedesk://stage/1', aGuid])).toBeNull()
  })
})

describe('text dropped into the window', () => {
  const link = `https://results.example/results/get/${aGuid}`

  it.each([
    [link, { kind: 'results', url: link }],
    [`  ${link}\n`, { kind: 'results', url: link }],
    [`# dragged from a page\r\n${link}\r\nhttps://other.example/\r\n`, { kind: 'results', url: link }],
    [`http://127.0.0.1:4000/get/${aGuid}`, { kind: 'results', url: `http://127.0.0.1:4000/get/${aGuid}` }],
    [`racedesk://order/${aGuid}`, { kind: 'order', order: aGuid }],
  ])('%j is a link', (text, read) => {
    expect(readDropped(text)).toEqual(read)
  })

  it.each([
    '',
    '\n\n# only a comment',
    aGuid,
    'Иванов Пётр',
    'https://results.example/',
    `http://results.example/get/${aGuid}`,
    `file:///home/${aGuid}`,
    `javascript:alert('${aGuid}')`,
    `https://user:secret@results.example/${aGuid}`,
    `https://results.example/${aGuid} x`,
    `https:\\\\results.example\\${aGuid}`,
    `https://results.example/${aGuid}/${'x'.repeat(3_000)}`,
    `racedesk://stage/${aGuid}?url=${link}`,
    'x'.repeat(200_000),
  ])('%j is none', (text) => {
    expect(readDropped(text)).toBeNull()
  })
})

describe('a file opened by the system', () => {
  it('is a stage file by its extension; every one is returned with its absolute path', () => {
    const args = ['--data', '/d', '/a/old.racestage', 'x.csv', 'b/Весна 2026.RACESTAGE']
    expect(stageFilesFromArgs(args, '/work')).toEqual(['/a/old.racestage', join('/work', 'b/Весна 2026.RACESTAGE')])
  })

  it('may be given as a file URL, as some desktops do', () => {
    const path = resolve('/a b', 'Весна.racestage')
    const url = pathToFileURL(path).href
    expect(stageFilesFromArgs(['/a/old.racestage', url, '--flag'], '/work')).toEqual(['/a/old.racestage', path])
    expect(stageFilesFromArgs([url.replace('file:///', 'file:/')], '/work')).toEqual([path])
  })

  it.each([
    [[]],
    [['.', 'results.csv']],
    [['.racestage', '/x/.racestage', 'a\0.racestage']],
    [['--open=/x/a.racestage', '-a.racestage']],
    [['--data', '/x/folder.racestage']],
    [['racedesk://stage/x.racestage', 'https://evil.example/a.racestage']],
    [['racedesk:/../../x/a.racestage', 'RaceDesk:a.racestage']],
    [['file://evil.example/x/a.racestage', 'file:///x/%2Fa.racestage', 'file:///x/a%00.racestage', 'file:///x/a.csv']],
    [['/x/a.racestage/', '/x/a.racestage.exe']],
  ])('is not found in %j', (args) => {
    expect(stageFilesFromArgs(args, '/work')).toEqual([])
  })
})

it.each([
  ['2020-01-01', '2021-01-01', 'not valid now: 2020-01-01 – 2021-01-01'],
  ['2027-01-01', '2028-01-01', 'not valid now: 2027-01-01 – 2028-01-01'],
  ['2026-01-01', '2027-01-01', '   valid: 2026-01-01 – 2027-01-01'],
])('shows whether an authority valid from %s to %s is in force', (validFrom, validTo, line) => {
  const certificate = { id: 'ab', subject: 'Club', issuer: 'Club', validFrom, validTo } as unknown as TrustedCertificate
  const { detail } = trustQuestion([certificate], Date.parse('2026-11-21'), english)
  expect(detail).toContain(line)
})

describe('quitting', () => {
  const job = (running: Partial<Job>): Job => ({ title: 'Spring Race', state: 'running', ...running }) as Job

  it('asks only while a job runs, names the job, and has the safe answer as default and for Esc', () => {
    expect(quitQuestion([job({ state: 'done' })], english)).toBeNull()
    const question = quitQuestion([job({}), job({ state: 'done', title: 'Old' })], russian)
    expect(question).toMatchObject({ defaultId: 0, cancelId: 0 })
    expect(question?.detail).toContain('Spring Race')
    expect(question?.detail).not.toContain('Old')
  })

  it('reloads a crashed page, but not one that keeps crashing', () => {
    expect(isWorthReloading([], 0)).toBe(true)
    expect(isWorthReloading([1_000, 2_000, 3_000], 4_000)).toBe(false)
    expect(isWorthReloading([1_000, 2_000, 3_000], 70_000)).toBe(true)
  })
})

describe('a start without the sandbox', () => {
  const launch = {
    platform: 'linux',
    uid: 0 as number | null,
    hasNoSandboxSwitch: true,
    isPackaged: true,
    env: { APPIMAGE: '/home/a/Racedesk.AppImage' },
  }

  it.each([
    ['an AppImage without the switch', { hasNoSandboxSwitch: false }],
    ['an installed app, where somebody typed the switch', { env: {} }],
    ['the sources, in the terminal of an editor that is an AppImage', { isPackaged: false }],
  ])('needs no confirmation in %s', (_what, changed) => {
    expect(hasLostSandbox({ ...launch, ...changed })).toBe(false)
  })

  it('is allowed for root on Linux only, whose processes abort with a sandbox', () => {
    expect(shouldEnableSandbox(launch)).toBe(false)
    const others = [
      { uid: 1000 },
      { hasNoSandboxSwitch: false },
      { platform: 'darwin' },
      { platform: 'win32', uid: null },
    ]
    expect(others.map((changed) => shouldEnableSandbox({ ...launch, ...changed }))).toEqual([true, true, true, true])
  })

  it('is refused by default and by Esc', () => {
    const { buttons, defaultId, cancelId } = sandboxQuestion(russian)
    expect([buttons[defaultId], buttons[cancelId], buttons[1]]).toEqual(['Выйти', 'Выйти', 'Всё равно запустить'])
  })
})

describe('the system notification of a job', () => {
  it('is shown while the window is hidden or minimized, on Wayland while it lacks focus', () => {
    const seen = { isVisible: true, isMinimized: false, hasLostFocus: true, isWayland: false }
    expect(isUnseen(seen)).toBe(false)
    expect(isUnseen({ ...seen, isVisible: false })).toBe(true)
    expect(isUnseen({ ...seen, isMinimized: true })).toBe(true)
    expect(isUnseen({ ...seen, isWayland: true })).toBe(true)
    expect(isUnseen({ ...seen, isWayland: true, hasLostFocus: false })).toBe(false)
  })

  const job = (state: Job['state']): Job => ({ title: 'Spring Race', state }) as Job

  it('has different texts for success, partial success and failure, in both languages, and none for other states', () => {
    const bodies = [english, russian].flatMap((texts) =>
      (['done', 'partial', 'failed'] as const).map((state) => finishedNotice(job(state), texts)?.body),
    )
    expect(new Set(bodies).size).toBe(6)
    expect((['cancelled', 'running'] as const).map((state) => finishedNotice(job(state), english))).toEqual([
      null,
      null,
    ])
  })

  it('has names from the service in its title only, since Linux reads the body as markup', () => {
    const named = { ...job('done'), title: 'Men & <b>Women</b>' }
    expect(finishedNotice(named, english)).toEqual({ title: 'Men & <b>Women</b>', body: english.done })
  })
})

it.each([
  [['.', '--data', '/x'], '/x'],
  [['--data=/x y'], '/x y'],
  [['--data', 'rel'], join('/work', 'rel')],
  [['--data', '/a', '--data', '/b'], '/b'],
  [['--data'], null],
  [['--database', '/x'], null],
  [[], null],
])('the arguments %j keep the data in %j', (args, dir) => {
  expect(dataDirOf(args, '/work')).toBe(dir)
})

describe('saving a file', () => {
  it('remembers the last existing folder between runs, and treats a closed dialog as cancelled', async () => {
    const folder = temporaryFolder()
    const [first, second] = [join(folder, 'first'), join(folder, 'second')]
    mkdirSync(second)
    const asked: string[] = []
    let answer: string | null = null
    const ask = ({ defaultPath }: { readonly defaultPath: string }) => {
      asked.push(defaultPath)
      return Promise.resolve(answer)
    }
    const start = () =>
      createDialogDelivery({ firstFolder: '/docs', memory: createFolderMemory(folder), ask, askFolder: ask })
    expect(await start().choose('a.csv')).toBeNull()
    expect(await start().chooseFolder('Race')).toBeNull()
    answer = join(second, 'a.csv')
    const chosen = await start().choose('a.csv')
    expect(chosen).toMatchObject({ ok: true, value: { path: answer, canBeRenamed: true } })
    const other = join(second, 'a (2).csv')
    const told = chosen?.ok === true ? chosen.value.finish(other) : null
    expect(told).toEqual({ path: other, download: null })
    answer = second
    expect(await start().chooseFolder('Race')).toEqual({ ok: true, value: second })
    answer = join(first, 'a.csv')
    await start().choose('b.csv')
    await start().choose('c.csv')
    const inDocs = (name: string) => join('/docs', name)
    expect(asked).toEqual([inDocs('a.csv'), '/docs', inDocs('a.csv'), second, join(second, 'b.csv'), inDocs('c.csv')])
  })

  it.each([
    ['../../etc/cron.d/x.csv', 'x.csv'],
    ['..\\..\\x.csv', 'x.csv'],
    ['/etc/passwd', 'passwd'],
    ['..', 'Racedesk'],
    ['', 'Racedesk'],
    ['2026-05-16 Этап - 10 км.csv', '2026-05-16 Этап - 10 км.csv'],
  ])('suggests %j as %j, inside the folder', (suggested, name) => {
    expect(saveDialogOptions('/docs', suggested).defaultPath).toBe(join('/docs', name))
  })
})

it.each([
  ['a/b.js', 'text/javascript; charset=utf-8'],
  ['B.HTML', 'text/html; charset=utf-8'],
  ['x.html.exe', 'application/octet-stream'],
  ['html', 'application/octet-stream'],
  ['a.html/b', 'application/octet-stream'],
  ['font.woff2', 'font/woff2'],
])('the content type of %s is %s', (path, type) => {
  expect(contentTypeOf(path)).toBe(type)
})
