import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Worker } from 'node:worker_threads'
import type { TrustStore } from './eventService.ts'

const workerFile = import.meta.url.endsWith('.ts') ? './systemCertificatesWorker.ts' : './systemCertificatesWorker.js'
/** A keychain that asks its user first must not hold calls up. */
const longestReadMs = 5_000

/**
 * Trusted certificates of every TLS connection: Node's own list (with NODE_EXTRA_CA_CERTS, which the packed window
 * ignores as it does NODE_OPTIONS: see its fuses), those of the operating system, which Node does not read by itself,
 * and those added by users. Reads nothing before the first connection.
 */
export const createTrustStore = (): TrustStore => {
  let own: readonly string[] = []
  let system: readonly string[] | null = null
  let reading: Promise<void> | null = null
  let isRead = false
  let isApplied = false

  const apply = (): void => {
    isApplied = true
    const node = [...readList('bundled'), ...readList('extra')]
    // Setting a list replaces the default one.
    if (node.length === 0) return
    try {
      setDefaultCACertificates([...new Set([...node, ...(system ?? []), ...own])])
    } catch {
      // Node's own list stays in effect.
    }
  }
  const read = async (): Promise<void> => {
    system = await readSystem().catch(() => null)
    isRead = true
    apply()
  }
  /** Certificates that users added apply meanwhile. */
  const withoutSystem = async (): Promise<void> => {
    await sleep(longestReadMs, undefined, { ref: false })
    if (!isRead) apply()
  }
  const prepare = async (): Promise<void> => {
    reading ??= Promise.race([read(), withoutSystem()])
    await reading
  }
  return {
    add: (pems) => {
      own = pems
      if (isApplied) apply()
    },
    prepare,
    countSystem: async () => {
      await prepare()
      return system === null ? null : new Set(system).size
    },
  }
}

/** Null when they cannot be read. */
const readSystem = (): Promise<readonly string[] | null> =>
  new Promise((resolve) => {
    // Flags of the process, such as --input-type, must not apply to this file.
    const worker = new Worker(new URL(workerFile, import.meta.url), { execArgv: [] })
    worker.once('message', (pems: readonly string[]) => resolve(pems))
    worker.once('error', () => resolve(null))
    worker.once('exit', () => resolve(null))
  })

const readList = (which: 'bundled' | 'extra'): readonly string[] => {
  try {
    return getCACertificates(which)
  } catch {
    return []
  }
}
