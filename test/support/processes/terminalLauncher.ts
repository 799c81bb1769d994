import process from 'node:process'
import type { runCli } from '../../../main/cli/main.ts'

/** Runs the terminal face as main/racedesk.mjs does, but leaves the end of the process to the process, unless the test says otherwise. */
const loaded = (await import(process.env['CLI_OF_THE_TEST'] ?? '')) as { readonly runCli: typeof runCli }
process.exitCode = await loaded.runCli(process.argv.slice(2), process.env['PAGES_OF_THE_TEST'])
if (process.env['EXIT_OF_THE_TEST'] === 'at-once') process.exit()
