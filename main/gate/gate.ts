import type { core, ZodType } from 'zod'
import { operations, type AppEvent, type Input, type Operation, type Value } from '../../preload/contract.ts'
import type { Handlers } from '../../preload/contract/operation.ts'
import type { AppError, Issue, Result } from '../../preload/contract/result.ts'
import { damagedReplyOf, type DamagedReply } from '../features/replies/rules/damagedReply.ts'
import { keyIssue } from '../../preload/shared/keyLike.ts'
import { keysInTexts } from './keysInTexts.ts'
import { isTooLarge, tooLargeRequest } from './requestLimits.ts'
import { plainInput } from './plainInput.ts'
import { fail, invalidInput } from '../kernel/result.ts'

/** The one way in for every face: checks the input, calls the handler, turns a throw into `internal`. */
export type Gate = {
  readonly call: {
    <K extends Operation>(operation: K, input: Input<K>): Promise<Result<Value<K>>>
    (operation: string, input: unknown): Promise<Result<unknown>>
  }
  /** Returns the function that stops listening. */
  readonly listen: (listener: (event: AppEvent) => void) => () => void
}

export const operationNames: ReadonlySet<string> = new Set(Object.keys(operations))

const isOperation = (name: unknown): name is Operation => typeof name === 'string' && operationNames.has(name)

const made = new Map<Operation, ZodType>()

/** Made when first asked for: all of them together would take a fifth of the time to the window. */
const schemaOf = <K extends Operation>(operation: K): ZodType<Input<K>> => {
  const schema = made.get(operation) ?? operations[operation].input()
  made.set(operation, schema)
  return schema as ZodType<Input<K>>
}

const depthOf = (issues: readonly core.$ZodIssue[]): number => issues[0]?.path.length ?? 0

/** The issues of the option of a union that fits best: its first issue lies deepest. */
const issuesOf = (issues: readonly core.$ZodIssue[], at: readonly PropertyKey[] = []): readonly Issue[] =>
  issues.flatMap((issue) => {
    const path = [...at, ...issue.path]
    const options = issue.code === 'invalid_union' ? issue.errors : []
    const [best] = options.toSorted((one, other) => depthOf(other) - depthOf(one))
    if (best !== undefined) return issuesOf(best, path)
    return [{ path: path.join('.').slice(0, 200), message: issue.message.slice(0, 300) }]
  })

const keyIssueAt = (path: string): Issue => ({ path: path.slice(0, 200), message: keyIssue })

type GateOptions = {
  readonly handlers: Handlers<typeof operations>
  readonly listen: Gate['listen']
  /** Maps a throw to `storage` when the database failed, else to a logged bug. */
  readonly errorOf: (thrown: unknown) => AppError
  readonly foundDamaged: (reply: DamagedReply) => void
  /** Whether a text holds a key that this process knows. */
  readonly holdsKey: (text: string) => boolean
}

export const createGate = ({ handlers, listen, errorOf, foundDamaged, holdsKey }: GateOptions): Gate => {
  const run = async <K extends Operation>(operation: K, input: unknown): Promise<Result<unknown>> => {
    const plain = plainInput(input)
    if ('issue' in plain) return { ok: false, error: { kind: 'invalid-input', issues: [plain.issue] } }
    const parsed = schemaOf(operation).safeParse(plain.value)
    if (!parsed.success) {
      return { ok: false, error: { kind: 'invalid-input', issues: issuesOf(parsed.error.issues).slice(0, 20) } }
    }
    if (isTooLarge(operation, plain.value, plain.units)) return { ok: false, error: tooLargeRequest(operation) }
    const keyed = keysInTexts(plain.value, operations[operation].keyFields, holdsKey)
    if (keyed.length > 0) return fail({ kind: 'invalid-input', issues: keyed.slice(0, 20).map(keyIssueAt) })
    return await handlers[operation](parsed.data)
  }
  const call = async (operation: string, input: unknown): Promise<Result<unknown>> => {
    if (!isOperation(operation)) {
      return invalidInput('', 'no such operation')
    }
    const leftOut = new Set<number>()
    for (;;) {
      try {
        return await run(operation, input)
      } catch (thrown) {
        const reply = damagedReplyOf(thrown)
        if (reply === null || leftOut.has(reply.snapshot)) return { ok: false, error: errorOf(thrown) }
        // The store leaves the damaged reply out from now on; the rest stays readable.
        leftOut.add(reply.snapshot)
        foundDamaged(reply)
      }
    }
  }
  return { call, listen }
}
