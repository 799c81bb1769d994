import process from 'node:process'
import { runCli } from '../../main/cli/main.ts'

/** Runs the sources as main/racedesk.mjs runs the bundle, but leaves the end of the process to the process. */
process.exitCode = await runCli(process.argv.slice(2), process.env['PAGES_OF_THE_TEST'])
