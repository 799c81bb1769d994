// `npm run fuses -- PROGRAM`: reads the fuses of a packed program back and compares them with electron-builder.yml.
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
/** @type {ReadonlyMap<string, unknown>} */
const wanted = new Map(Object.entries(electronFuses ?? {}))
let differing = 0
for (const [index, state] of Object.entries(wire)) {
  const name = FuseV1Options[Number(index)]
  if (name === undefined) continue
  const isOn = Number(state) === on
  const isWanted = wanted.get(`${name[0]?.toLowerCase()}${name.slice(1)}`)
  if (isWanted !== isOn) differing += 1
  process.stdout.write(`${isWanted === isOn ? 'as stated' : 'DIFFERS  '}  ${name}: ${isOn ? 'on' : 'off'}\n`)
}
process.exitCode = differing === 0 ? 0 : 1
