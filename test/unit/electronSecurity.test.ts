import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keyVariables, withoutKeys } from '../../main/desktop/startOptions.ts'
import { webPreferences } from '../../main/desktop/windowOptions.ts'

const projectDir = join(import.meta.dirname, '..', '..')
const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(join(projectDir, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(folder, path))
const sources = [...sourcesIn('main/desktop'), ...sourcesIn('preload'), 'electron-builder.yml']
const readSource = (path: string): string => readFileSync(join(projectDir, path), 'utf8')

describe("Electron's security checklist", () => {
  it('has every one of its 20 items cited where it is obeyed, so that none gets lost', () => {
    const cited = sources.flatMap((path) =>
      [...readSource(path).matchAll(/Electron security (\d+):/gu)].map((match) => Number(match[1])),
    )
    const all = Array.from({ length: 20 }, (_, index) => index + 1)
    expect(all.filter((item) => !cited.includes(item))).toEqual([])
    expect(cited.filter((item) => !all.includes(item))).toEqual([])
  })

  it('has no way around it in the sources: no remote module, no webview, no popup, no feature switched on', () => {
    const found = sources.flatMap((path) =>
      readSource(path)
        .split('\n')
        .filter((line) => !/^\s*(?:\/\/|\*|\/\*\*|#)/u.test(line))
        .filter((line) =>
          /loadFile\(|allowpopups|enableBlinkFeatures|commandLine\.appendSwitch|no-sandbox|bypassCSP|\bremote\b|setCertificateVerifyProc|certificate-error/u.test(
            line,
          ),
        )
        .map((line) => `${path}: ${line.trim()}`),
    )
    // What `npm start` tells the user to do when the system has no sandbox is no switch of ours; nor is one that is noticed.
    const noticing = ['start', 'sandboxLoss.ts'].map((name) => join('main', 'desktop', name))
    expect(found.filter((line) => !noticing.some((path) => line.startsWith(path)))).toEqual([])
  })

  it('decides every preference of the window that weakens a page, none by default', () => {
    expect(webPreferences('/preload.cjs', false)).toEqual({
      preload: '/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      safeDialogs: true,
      devTools: false,
    })
  })
})

describe('the environment of children', () => {
  it('has no key, however its name is written, and everything else', () => {
    const env = { PATH: '/bin', RACEDESK_ACCESS_KEY: 'a', RACEDESK_RESULTS_KEY: 'b', Racedesk_Access_Key: 'c' }
    expect(withoutKeys(env)).toEqual({ PATH: '/bin' })
  })
  it('knows the very names that the core reads', () => {
    const names = readSource('main/wireServices.ts').match(/RACEDESK_[A-Z]+_KEY/gu)
    expect(new Set(names)).toEqual(new Set(keyVariables))
  })
})
