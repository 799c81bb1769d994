import type { Result } from '../../preload/contract/result.ts'
import { invalid } from './commandLine.ts'
import type { Input } from './verb.ts'

const limitBytes = 16_384

/** The text after one more key press; `done` with Enter or Ctrl+D, `stopped` with Ctrl+C. */
type Typed = { readonly text: string; readonly state: 'typing' | 'done' | 'stopped' }

const type = ({ text, state }: Typed, character: string): Typed => {
  if (state !== 'typing') return { text, state }
  if (character === '\r' || character === '\n' || character === '\u0004') return { text, state: 'done' }
  if (character === '\u0003') return { text, state: 'stopped' }
  if (character === '\u007f' || character === '\b') return { text: text.slice(0, -1), state }
  return { text: text + character, state }
}

/** Raw mode: the terminal shows nothing of what is typed. */
const readTyped = async (terminal: Input): Promise<Result<string>> => {
  let typed: Typed = { text: '', state: 'typing' }
  terminal.setRawMode?.(true)
  try {
    for await (const chunk of terminal) {
      for (const character of String(chunk)) typed = type(typed, character)
      if (typed.state !== 'typing') break
    }
  } finally {
    terminal.setRawMode?.(false)
  }
  return typed.state === 'stopped' ? { ok: false, error: { kind: 'cancelled' } } : { ok: true, value: typed.text }
}

const readPiped = async (input: AsyncIterable<Uint8Array>): Promise<Result<string>> => {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk)
    sizeBytes += bytes.length
    if (sizeBytes > limitBytes) return invalid('stdin', 'longer than any key')
    chunks.push(bytes)
  }
  return { ok: true, value: Buffer.concat(chunks).toString('utf8') }
}

/** The key without its line end. Errors never contain it. */
export const keyIn = (text: string): Result<string> => {
  const key = text.replace(/\r?\n$/u, '')
  if (key.trim() === '') return invalid('stdin', 'holds no key')
  // A key must fit into an HTTP header.
  if (!/^[!-~]+$/u.test(key)) return invalid('stdin', 'a key is ASCII without spaces and line ends')
  return { ok: true, value: key }
}

/** A key typed or piped. */
export const readSecret = async (stdin: Input, prompt: () => Promise<void>): Promise<Result<string>> => {
  if (stdin.isTTY === true) await prompt()
  const read = stdin.isTTY === true ? await readTyped(stdin) : await readPiped(stdin)
  return read.ok ? keyIn(read.value) : read
}
