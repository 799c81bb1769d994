// `npm run fuses -- PROGRAM`: compares the fuses of a packed program with electron-builder.yml.
import { fileURLToPath } from 'node:url'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { getConfig } from 'app-builder-lib/out/util/config/config.js'

const [program] = process.argv.slice(2)
if (program === undefined) {
  process.stderr.write('Usage: npm run fuses -- PROGRAM\n')
  process.exit(2)
}
const projectDir = fileURLToPath(new URL('../../..', import.meta.url))
const { electronFuses } = await getConfig(projectDir, `${projectDir}/electron-builder.yml`, null)
const wire = await getCurrentFuseWire(program).catch((thrown) => {
  process.stderr.write(`${program}: ${thrown instanceof Error ? thrown.message : 'no fuses can be read'}\n`)
  process.exit(1)
})
const on = '1'.charCodeAt(0)
/**
 * Fuses of Electron that @electron/fuses cannot name, nor electron-builder set: each stays as Electron ships it.
 * @type {ReadonlyMap<number, readonly [name: string, isOn: boolean]>}
 */
const unset = new Map([
  // Only speeds up WebAssembly, which the app does not use.
  [8, ['WasmTrapHandlers', true]],
])
/** @type {ReadonlyMap<string, unknown>} */
const wanted = new Map(Object.entries(electronFuses ?? {}))
let differing = 0
for (const [index, state] of Object.entries(wire)) {
  if (index === 'version') continue
  const [later, isLeftOn] = unset.get(Number(index)) ?? []
  const known = FuseV1Options[Number(index)]
  const name = known ?? later ?? `fuse ${index}, which nobody has decided on`
  const isOn = Number(state) === on
  const isWanted = known === undefined ? isLeftOn : wanted.get(`${known[0]?.toLowerCase()}${known.slice(1)}`)
  if (isWanted !== isOn) differing += 1
  process.stdout.write(`${isWanted === isOn ? 'as stated' : 'DIFFERS  '}  ${name}: ${isOn ? 'on' : 'off'}\n`)
}
process.exitCode = differing === 0 ? 0 : 1
