import { spawn } from 'node:child_process'

/**
 * Runs the `bundle` script of the project, its output on stderr. Resolves with its exit code.
 * @param {string} projectDir
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
export function bundleApp(projectDir, env) {
  const npmFile = env.npm_execpath
  const args = ['run', '-s', 'bundle']
  // npm_execpath is npm's own script file; without it the system's npm runs, a .cmd file on Windows.
  const isScript = npmFile !== undefined && /\.[cm]?js$/u.test(npmFile)
  const command = isScript ? process.execPath : 'npm'
  const child = spawn(command, isScript ? [npmFile, ...args] : args, {
    cwd: projectDir,
    env,
    stdio: ['ignore', 2, 2],
    shell: !isScript && process.platform === 'win32',
  })
  return new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`npm could not be started: ${error.message}\n`)
      resolve(1)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })
}
