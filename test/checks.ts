import { spawn } from 'node:child_process'

/** Types, lint and format side by side: each reads every file, and the slowest of them has one thread only. */
const run = (script: string): Promise<number | null> =>
  new Promise((resolve) => {
    const isWindows = process.platform === 'win32'
    spawn('npm', ['run', '-s', script], { stdio: 'inherit', shell: isWindows }).on('close', resolve)
  })

const codes = await Promise.all(['typecheck', 'lint', 'format:check'].map(run))
process.exitCode = codes.every((code) => code === 0) ? 0 : 1
