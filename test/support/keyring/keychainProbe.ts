import { registerHooks } from 'node:module'
import { text } from 'node:stream/consumers'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import type { KeyName } from '../../../preload/contract/result.ts'
import { createKeytarKeychain } from '../../../main/platform/keychain/keytarKeychain.ts'
import { createMemoryKeychain } from '../../../main/platform/keychain/memoryKeychain.ts'
import { createSecrets } from '../../../main/features/organizations/secrets.ts'

export type ProbeStep =
  | { readonly do: 'probe' }
  | { readonly do: 'set'; readonly profile: string; readonly which: KeyName; readonly value: string }
  | { readonly do: 'credentials' | 'forget' | 'status'; readonly profile: string }
  | { readonly do: 'log' }

export type ProbeTask = {
  readonly steps: readonly ProbeStep[]
  readonly deadlineMs?: number
  /** As on a machine where the optional dependency could not be installed. */
  readonly isModuleMissing?: boolean
  readonly exitCode: number
}

const profileCalled = (name: string): Profile => ({
  id: name as ProfileId,
  name,
  kind: 'saved',
  baseUrl: `https://${name}.example/api`,
  resultsUrl: `https://results.${name}.example`,
  accessHeader: 'X-Access-Key',
  resultsHeader: 'SERVICE-API-KEY',
  extraHeaders: [],
})

const task = JSON.parse(await text(process.stdin)) as ProbeTask

if (task.isModuleMissing === true) {
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === 'keytar') throw new Error('Cannot find package keytar')
      return next(specifier, context)
    },
  })
}

const logged: unknown[] = []
const keychain = createKeytarKeychain({
  log: { warn: (message, details) => void logged.push({ message, details }) },
  ...(task.deadlineMs === undefined ? {} : { deadlineMs: task.deadlineMs }),
})
const secrets = createSecrets({
  keychain,
  memory: createMemoryKeychain(),
  environment: {},
  demoKeys: () => Promise.resolve(null),
})

const take = (step: ProbeStep): Promise<unknown> => {
  switch (step.do) {
    case 'probe':
      return keychain.probe()
    case 'set':
      return secrets.setKey(profileCalled(step.profile), step.which, step.value)
    case 'credentials':
      return secrets.credentialsFor(profileCalled(step.profile))
    case 'forget':
      return secrets.forget(profileCalled(step.profile))
    case 'status':
      return secrets.status([profileCalled(step.profile)])
    default:
      return Promise.resolve(logged)
  }
}

const answers: unknown[] = []
for (const step of task.steps) answers.push(await take(step))
process.stdout.write(JSON.stringify(answers))
process.exit(task.exitCode)
