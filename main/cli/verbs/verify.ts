import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { longestReceipt, type FileCheck } from '../../../preload/contract/files.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { invalid } from '../commandLine.ts'
import { readFailure, readInput } from '../inputFile.ts'
import { jsonText } from '../words/plain.ts'
import { withCore } from '../session.ts'
import type { Context, Verb } from '../verb.ts'

type Hashed = { readonly sizeBytes: number; readonly sha256: string }

const hashFile = async (path: string, given: string): Promise<Result<Hashed>> => {
  try {
    // Opening a pipe waits for a writer, and reading a device may never end.
    if (!(await stat(path)).isFile()) return invalid('FILE', 'is no file')
    const handle = await open(path)
    try {
      const hash = createHash('sha256')
      let sizeBytes = 0
      const pieces: AsyncIterable<Uint8Array> = handle.createReadStream({
        autoClose: false,
        highWaterMark: 1024 * 1024,
      })
      for await (const piece of pieces) {
        hash.update(piece)
        sizeBytes += piece.length
      }
      return { ok: true, value: { sizeBytes, sha256: hash.digest('hex') } }
    } finally {
      await handle.close()
    }
  } catch (thrown) {
    return readFailure(thrown, given)
  }
}

/** Undefined without a receipt; empty, with a message, for a receipt that cannot be read. */
const readBeside = async (path: string): Promise<string | undefined> => {
  const receipt = `${path}.receipt.json`
  const isReadable = await stat(receipt).then(
    (found) => found.isFile(),
    () => true,
  )
  if (!isReadable) return ''
  const limitBytes = 4 * longestReceipt
  const read = await readInput({ from: receipt, given: receipt, flag: 'FILE', limitBytes })
  if (read.ok) return Buffer.from(read.value).toString('utf8').slice(0, longestReceipt)
  return read.error.kind === 'file' && read.error.reason === 'missing' ? undefined : ''
}

const check = async (context: Context): Promise<Result<FileCheck>> => {
  const given = context.line.positionals[0] ?? ''
  const path = resolve(context.cwd, given)
  const hashed = await hashFile(path, given)
  if (!hashed.ok) return hashed
  const receipt = await readBeside(path)
  return await withCore(context, {}, ({ gate }) =>
    gate.call('file:verify', { path, ...hashed.value, ...(receipt === undefined ? {} : { receipt }) }),
  )
}

/** Leaves out the file's name, since it could contain the verdict's word. */
const words = ({ known, sha256, isReceiptUnreadable }: FileCheck): string => {
  const lines = [`SHA-256 ${sha256}`]
  if (isReceiptUnreadable) lines.push('The receipt beside the file cannot be read.')
  if (known === null) lines.push('No receipt and no record in this data folder.')
  else {
    const state = known.state === null ? '' : `, ${known.state}`
    const rows = known.rows === null ? '' : `, ${known.rows} rows`
    const by = known.by === 'receipt' ? 'the receipt' : 'the record in this data folder'
    lines.push(
      `By ${by}: exported ${known.writtenAt}, ${known.sizeBytes} bytes${rows}${state}, SHA-256 ${known.sha256}`,
    )
  }
  return lines.map((line) => `${line}\n`).join('')
}

export const verifyVerb: Verb = {
  words: 'verify',
  synopsis: 'FILE',
  summary: 'check whether an exported file has changed, by its receipt and the stored record',
  options: {},
  positionals: ['FILE'],
  run: async (context) => {
    const checked = await check(context)
    if (!checked.ok) return checked
    const { verdict } = checked.value
    const printed = await context.output.print([`${context.isJson ? jsonText(checked.value) : verdict}\n`])
    if (!printed.ok) return printed
    if (!context.isJson) await context.output.say(words(checked.value))
    return { ok: true, value: verdict === 'unchanged' ? 0 : 1 }
  },
}
