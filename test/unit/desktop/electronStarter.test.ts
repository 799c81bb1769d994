import { expect, it } from 'vitest'
import { launchedAs } from '../../support/desktop/electronLaunch.ts'

it.each([
  ['an ordinary user', 1000, true],
  ['a user of Windows', null, true],
  ['root', 0, false],
])('decides about the sandbox for %s: %s -> %s', (_who, uid, hasSandbox) => {
  expect(launchedAs(uid, {}).chromiumSandbox).toBe(hasSandbox)
})

it("starts Electron without ELECTRON_RUN_AS_NODE, whatever the test's environment", () => {
  const env = { ELECTRON_RUN_AS_NODE: '1', LANGUAGE: 'ru', UNSET: undefined }
  expect(launchedAs(1000, env).env).toEqual({ LANGUAGE: 'ru' })
})
