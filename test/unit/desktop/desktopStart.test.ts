import { describe, expect, it } from 'vitest'
import { browserArgs, browserCommand, servedAddresses } from '../../../main/desktop/start/browserFace.ts'
import { allowsUserNamespaces, desktopObstacle } from '../../../main/desktop/start/desktopObstacle.ts'
import { createProgress } from '../../../main/desktop/start/progress.ts'
import { sayUnobtainable } from '../../../main/desktop/start/startMessages.ts'
import { mayCrashInBaselineCode, nodeProblem } from '../../../main/nodeVersion.mjs'

/** Decisions and messages of `npm start`; test/integration/desktop/start.test.ts runs it. */

const version = '45.4.1'

describe('the message', () => {
  it("has two lines, with the attempt and both remedies, without the mirror's password", () => {
    const attempt = { host: new URL('https://crew:secret@mirror.example/').host, proxy: null, reason: 'HTTP 404' }
    const lines = sayUnobtainable({ path: '/x/electron', version, attempt }).split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toBe(
      `Electron ${version} is not at /x/electron, and downloading it from mirror.example failed: HTTP 404.`,
    )
    expect(lines[1]).toMatch(/HTTPS_PROXY.*ELECTRON_MIRROR.*ELECTRON_OVERRIDE_DIST_PATH/u)
    const proxied = sayUnobtainable({ path: '/x', version, attempt: { ...attempt, proxy: 'proxy.example:3128' } })
    expect(proxied).toContain('from mirror.example through the proxy proxy.example:3128 failed')
    expect(proxied).not.toContain('set HTTPS_PROXY')
  })

  it('mentions mirror and proxy only after a download attempt', () => {
    const [missing, remedy] = sayUnobtainable({ path: '/own/electron', version, attempt: null }).split('\n')
    expect(missing).toBe(`Electron ${version} is not at /own/electron.`)
    expect(remedy).toMatch(/ELECTRON_OVERRIDE_DIST_PATH.*unset it/u)
    const unpacked = sayUnobtainable({ path: '/x/electron', version: null, attempt: null })
    expect(unpacked.split('\n')[1]).toContain('npm ci')
    for (const text of [remedy, unpacked]) expect(text).not.toMatch(/MIRROR|PROXY/u)
  })

  it('shows download progress in steps of 10% outside a terminal', () => {
    const written: string[] = []
    const show = createProgress(version, { write: (text) => written.push(text) })
    for (let received = 0; received <= 1000; received += 1) {
      show({ kind: 'bytes', receivedBytes: received, totalBytes: 1000 })
    }
    expect(written).toHaveLength(11)
    expect(written.at(-1)).toBe(`Downloading Electron ${version}: 100%\n`)
  })

  it.each([
    ['20.20.2', 'linux', 'x64', /npm scripts bring Node 24/u],
    ['22.18.0', 'darwin', 'arm64', /Install Node 24/u],
  ])('says that Node %s on %s %s is too old, and the remedy', (node, platform, arch, way) => {
    const lines = nodeProblem(node, platform, arch)?.split('\n') ?? []
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(way)
  })

  it.each(['22.19.0', '24.0.0', '25.1.0'])('takes Node %s', (node) => {
    expect(nodeProblem(node, 'linux', 'x64')).toBeNull()
  })

  it.each([
    ['24.21.0', 'arm64', true],
    ['24.21.0', 'x64', false],
    ['22.19.0', 'arm64', false],
    ['26.12.1', 'arm64', false],
  ])('knows whether baseline code may crash Node %s on %s', (node, arch, may) => {
    expect(mayCrashInBaselineCode(node, arch)).toBe(may)
  })
})

describe('whether the window can open', () => {
  const helper = { path: '/x/chrome-sandbox', uid: 0, mode: 0o104755 }
  const fine = {
    platform: 'linux',
    env: { DISPLAY: ':0' },
    args: [],
    uid: 1000,
    sandboxHelper: helper,
    hasUserNamespaces: true,
  }

  it.each([
    ['an ordinary user with namespaces', fine],
    ['the setuid helper alone', { ...fine, hasUserNamespaces: false }],
    ['namespaces alone', { ...fine, sandboxHelper: null }],
    ['a user who asks for no sandbox', { ...fine, uid: 0, args: ['--no-sandbox'] }],
    [
      'root with the variable that Electron takes for --no-sandbox',
      { ...fine, uid: 0, env: { DISPLAY: ':0', ELECTRON_DISABLE_SANDBOX: '' } },
    ],
    ['Wayland', { ...fine, env: { WAYLAND_DISPLAY: 'wayland-0' } }],
    ['Windows', { ...fine, platform: 'win32', env: {}, uid: null, sandboxHelper: null, hasUserNamespaces: false }],
  ])('says yes for %s', (_who, surroundings) => {
    expect(desktopObstacle(surroundings)).toBeNull()
  })

  it.each([
    ['root', { ...fine, uid: 0 }, /by root\. Start it as an ordinary user\. .*npm start -- --no-sandbox/u],
    [
      'a helper that is not setuid',
      { ...fine, hasUserNamespaces: false, sandboxHelper: { ...helper, mode: 0o100755 } },
      /chmod 4755/u,
    ],
    [
      'a helper of another owner',
      { ...fine, hasUserNamespaces: false, sandboxHelper: { ...helper, uid: 1000 } },
      /chown root/u,
    ],
    ['no display', { ...fine, env: {} }, /display/u],
  ])('says no for %s without dropping the sandbox, and gives the remedy', (_who, surroundings, words) => {
    const obstacle = desktopObstacle(surroundings)
    expect(`${obstacle?.problem} ${obstacle?.remedy}`).toMatch(words)
  })

  it.each([
    ['/proc/sys/kernel/unprivileged_userns_clone', '0', false],
    ['/proc/sys/user/max_user_namespaces', '0', false],
    ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1', false],
    ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '0', true],
  ])('reads %s = %s as the kernel does', (path, value, allowed) => {
    expect(allowsUserNamespaces((asked) => (asked === path ? value : null))).toBe(allowed)
  })
})

describe('the browser face', () => {
  it('opens a browser only with a display, and without a shell', () => {
    const url = 'http://127.0.0.1:1/#token=a&b'
    expect(browserCommand('linux', {}, true, url)).toBeNull()
    expect(browserCommand('linux', { DISPLAY: ':0' }, false, url)).toBeNull()
    expect(browserCommand('linux', { DISPLAY: ':0' }, true, url)).toEqual({ command: 'xdg-open', args: [url] })
    expect(browserCommand('win32', {}, true, url)?.command).not.toBe('cmd')
  })

  it('gets its own arguments, without links and window switches', () => {
    const all = ['--no-sandbox', '--data', 'x y', '--port=1', '--demo', '--live', '--live-speed', '9', '--json']
    expect(browserArgs([...all, '--ozone-platform=x11', 'racedesk://stage/x'])).toEqual(all.slice(1))
    expect(browserArgs(['--data=x', '--demo=yes'])).toEqual(['--data=x'])
  })

  it('reads the addresses from the line of serve only', () => {
    const line = '{"url":"http://127.0.0.1:1/#token=t","token":"t","openUrl":"http://127.0.0.1:1/#once=o"}'
    expect(servedAddresses(line)).toEqual({ url: 'http://127.0.0.1:1/#token=t', openUrl: 'http://127.0.0.1:1/#once=o' })
    expect(servedAddresses('{"url":"http://127.0.0.1:1/#t"}')).toEqual({ url: 'http://127.0.0.1:1/#t', openUrl: null })
    expect(['', 'null', '{}', '{"url":1}', 'http://x'].map(servedAddresses)).toEqual([null, null, null, null, null])
  })
})
