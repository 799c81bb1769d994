let isListening = false

/**
 * Runs `clean`, which cannot wait, when the worker of the tests ends. Vitest ends a worker by SIGTERM, at which Node runs no
 * `exit` listeners of its own accord, and kills it half a second later.
 */
export const atWorkerEnd = (clean: () => void): void => {
  process.prependOnceListener('exit', clean)
  if (isListening) return
  isListening = true
  process.once('SIGTERM', () => process.exit())
}
