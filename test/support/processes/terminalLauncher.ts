import process from 'node:process'
import type * as terminalFace from '../../../main/cli/main.ts'

/** Runs the terminal face as main/racedesk.mjs does, but leaves the end of the process to the process, unless the test says otherwise. */
const { ownSurroundings, runCli } = (await import(process.env['CLI_OF_THE_TEST'] ?? '')) as typeof terminalFace
const own = ownSurroundings()
const rendererDir = process.env['PAGES_OF_THE_TEST'] ?? own.rendererDir
process.exitCode = await runCli(process.argv.slice(2), { ...own, rendererDir })
if (process.env['EXIT_OF_THE_TEST'] === 'at-once') process.exit()
