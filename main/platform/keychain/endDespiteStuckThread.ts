let guards: (() => boolean)[] | null = null

/**
 * From now on `process.exit` ends the process with its code even while `isStuck()`. On its own it would wait for ever:
 * on the way out Node joins libuv's threads, also the one that sits in a native call which never returns.
 */
export const endDespiteStuckThread = (isStuck: () => boolean): void => {
  if (guards === null) {
    guards = []
    process.on('exit', leave)
  }
  if (!guards.includes(isStuck)) guards.push(isStuck)
}

const leave = (code: number): void => {
  if (guards?.some((isStuck) => isStuck()) !== true) return
  // Replacing the process image is the one way out that drops every thread and keeps the exit code.
  if (process.platform !== 'win32' && typeof process.execve === 'function') {
    process.execve('/bin/sh', ['sh', '-c', 'exit "$0"', String(code)], {})
  }
  process.kill(process.pid, 'SIGKILL')
}
