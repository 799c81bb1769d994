import type { FileReason, Result } from '../../preload/contract/result.ts'

const reasonOf = (code: string | undefined): FileReason =>
  code === 'ENOSPC' || code === 'EDQUOT' ? 'no-space' : 'denied'

/** Unlike Node's own type, also a stream without a terminal. */
export type TextStream = NodeJS.WritableStream & { readonly isTTY?: boolean }

const writeTo = (stream: TextStream, name: string, text: string): Promise<Result<null>> =>
  new Promise((resolve) => {
    stream.write(text, (error: NodeJS.ErrnoException | null | undefined) => {
      // A reader that stops reading (`| head`) is not a failure.
      if (!error || error.code === 'EPIPE') resolve({ ok: true, value: null })
      else resolve({ ok: false, error: { kind: 'file', reason: reasonOf(error.code), path: name } })
    })
  })

export type Output = {
  /** Resolves once all of it has left the process; chunks are written one after the other. */
  readonly print: (chunks: Iterable<string>) => Promise<Result<null>>
  /** Words for people, on stderr. */
  readonly say: (text: string) => Promise<void>
  /** Replaces the line last shown by it; does nothing unless stderr is a terminal. */
  readonly progress: (text: string) => void
  readonly endProgress: () => void
}

export const createOutput = (stdout: TextStream, stderr: TextStream): Output => {
  // Failures reach the callback of the write; without a listener they would end the process as well.
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined)
  let hasProgress = false
  return {
    print: async (chunks) => {
      for (const chunk of chunks) {
        const written = await writeTo(stdout, 'stdout', chunk)
        if (!written.ok) return written
      }
      return { ok: true, value: null }
    },
    say: async (text) => {
      await writeTo(stderr, 'stderr', text)
    },
    progress: (text) => {
      if (!stderr.isTTY) return
      hasProgress = true
      stderr.write(`\r\u001b[K${text}`)
    },
    endProgress: () => {
      if (hasProgress) stderr.write('\r\u001b[K')
      hasProgress = false
    },
  }
}
