import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { electronEnv } from '../../../main/desktop/start/electronBinary.ts'
import { findReason, judgeEnd, type ElectronEnd, type Verdict } from '../../../main/desktop/start/electronEnd.ts'

const program = '/opt/electron/electron'

const judge = (end: Partial<ElectronEnd>): Verdict =>
  judgeEnd({ code: null, signal: null, ranMs: 900, wasAsked: false, errors: '', ...end }, program)

const helper = join('/opt/electron', 'chrome-sandbox')

const said = (end: Partial<ElectronEnd>): string => {
  const verdict = judge(end)
  return verdict.kind === 'cannot-run' ? `${verdict.obstacle.problem}\n${verdict.obstacle.remedy}` : verdict.kind
}

const noSandbox =
  "[4711:1122/101010.123456:FATAL:sandbox/linux/suid/client/setuid_sandbox_host.cc:166] The SUID sandbox helper binary was found, but is not configured correctly. Rather than run without sandboxing I'm aborting now."
const noLibrary =
  '/opt/electron/electron: error while loading shared libraries: libnss3.so: cannot open shared object file: No such file or directory'

describe('an end within 10 s of the start', () => {
  it.each(['SIGTRAP', 'SIGILL', 'SIGABRT', 'SIGSEGV', 'SIGBUS'] as const)(
    'by %s means that this system cannot run Electron',
    (signal) => {
      expect(said({ signal })).toContain(`Electron is at ${program}, but this system cannot run it: ${signal}.`)
    },
  )

  it.each([
    [132, 'SIGILL'],
    [133, 'SIGTRAP'],
    [134, 'SIGABRT'],
    [139, 'SIGSEGV'],
  ])('by exit code %i of a shell means the same as %s', (code, name) => {
    expect(said({ code })).toContain(`cannot run it: ${name}.`)
  })

  it.each([
    [0x80000003, '0x80000003, breakpoint', 'report this line'],
    [0xc0000005, '0xC0000005, access violation', 'report this line'],
    [0xc0000135, '0xC0000135, a DLL is missing', 'delete /opt/electron and start again'],
    [0xc0000142, '0xC0000142, a DLL did not start', 'delete /opt/electron and start again'],
    [0xe0000008, '0xE0000008', 'report this line'],
  ])('by exit code %i of Windows means the same, in words', (code, words, remedy) => {
    expect(said({ code })).toContain(`cannot run it: ${words}.`)
    expect(said({ code })).toContain(remedy)
  })

  it.each([126, 127])('by exit code %i means the same, however late', (code) => {
    expect(judge({ code }).kind).toBe('cannot-run')
    expect(judge({ code, ranMs: 60_000 }).kind).toBe('cannot-run')
  })

  it('quotes the reason and gives its remedy', () => {
    expect(said({ signal: 'SIGTRAP', errors: `${noSandbox}\n#0 0x55ead1ab1469 <unknown>\n` })).toBe(
      `Electron is at ${program}, but this system cannot run it: The SUID sandbox helper binary was found, but is not configured correctly.\n` +
        `Run once: sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
    )
    expect(said({ code: 127, errors: noLibrary })).toBe(
      `Electron is at ${program}, but this system cannot run it: error while loading shared libraries: libnss3.so: cannot open shared object file: No such file or directory.\n` +
        'Install the package that contains libnss3.so.',
    )
    const asRoot =
      '[1:1:FATAL:electron_main_delegate.cc(294)] Running as root without --no-sandbox is not supported. See https://crbug.com/638180.'
    expect(said({ signal: 'SIGTRAP', errors: asRoot })).toMatch(
      /without --no-sandbox is not supported\.\nStart it as an ordinary user/u,
    )
    expect(said({ signal: 'SIGTRAP', errors: '[1:2:FATAL:gpu.cc(1)] GPU process is not usable. Goodbye.' })).toMatch(
      /GPU process is not usable\.\nPlease report it with the lines above\.$/u,
    )
  })

  it('prints a command that works in a folder with an apostrophe', () => {
    const verdict = judgeEnd(
      { code: null, signal: 'SIGTRAP', ranMs: 900, wasAsked: false, errors: noSandbox },
      "/home/o'neil/electron",
    )
    const quoted = `'${join("/home/o'neil", 'chrome-sandbox').replace("'", String.raw`'\''`)}'`
    expect(verdict).toMatchObject({
      obstacle: { remedy: `Run once: sudo chown root:root ${quoted} && sudo chmod 4755 ${quoted}` },
    })
  })

  it('includes exit code 1 when Chromium reports a missing display', () => {
    const errors = '[9:9:ERROR:ozone_platform_x11.cc(240)] Missing X server or $DISPLAY\n'
    expect(said({ code: 1, errors })).toMatch(/Missing X server or \$DISPLAY\.\nStart it from a desktop session\.$/u)
    expect(judge({ code: 1, errors: 'a deprecation warning\n' })).toEqual({ kind: 'ended', exitCode: 1 })
    expect(judge({ code: 5, errors: noSandbox })).toEqual({ kind: 'ended', exitCode: 5 })
  })
})

describe('an end for other reasons', () => {
  it('passes on the exit code when the window was closed or the app set it', () => {
    expect(judge({ code: 0, errors: noSandbox })).toEqual({ kind: 'ended', exitCode: 0 })
    expect(judge({ code: 7 })).toEqual({ kind: 'ended', exitCode: 7 })
  })

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGKILL', 137],
  ] as const)('by %s, a signal from outside, is not a crash', (signal, exitCode) => {
    expect(judge({ signal })).toEqual({ kind: 'ended', exitCode })
  })

  it('is not a crash when the user asked to end, by any signal or code', () => {
    expect(judge({ signal: 'SIGSEGV', wasAsked: true })).toEqual({ kind: 'ended', exitCode: 139 })
  })

  it('is a crash after 10 s, with the exit code of one', () => {
    const later = { ranMs: 10_000, errors: noSandbox }
    expect(judge({ ...later, signal: 'SIGSEGV' })).toEqual({ kind: 'crashed', exitCode: 139, how: 'SIGSEGV' })
    expect(judge({ ...later, code: 133 })).toEqual({ kind: 'crashed', exitCode: 133, how: 'SIGTRAP' })
    expect(judge({ ...later, code: 0xc0000005 })).toEqual({
      kind: 'crashed',
      exitCode: 0xc0000005,
      how: '0xC0000005, access violation',
    })
  })
})

it('the reason is the last line of Chromium or the loader, without control characters', () => {
  expect(findReason('')).toBeNull()
  expect(findReason('[1:1:ERROR:dbus.cc(1)] Failed to connect\n')).toBeNull()
  expect(findReason(`[1:1:FATAL:a.cc(1)] First\n[1:1:FATAL:b.cc(2)] Second \u001b[31mone\u0007\n`)).toBe(
    'Second  [31mone',
  )
  expect(findReason(`x: error while loading shared libraries: libz.so${'z'.repeat(500)}`)?.length).toBe(160)
})

it('the environment of Electron is unchanged but for ELECTRON_RUN_AS_NODE in any casing', () => {
  const env = { PATH: '/bin', ELECTRON_RUN_AS_NODE: '1', Electron_Run_As_Node: '1', ELECTRON_ENABLE_LOGGING: '1' }
  expect(electronEnv(env)).toEqual({ PATH: '/bin', ELECTRON_ENABLE_LOGGING: '1' })
})
