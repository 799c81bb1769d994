import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { TrustStore } from '../../services/ports.ts'

/**
 * What every TLS connection of this process trusts: Node's own list (with NODE_EXTRA_CA_CERTS), that of the operating system,
 * which Node does not read by itself, and what users added. Reading the system's takes about 0.1 s, so it waits for the first
 * connection.
 */
export const createTrustStore = (): TrustStore => {
  let own: readonly string[] = []
  let lists: { readonly node: readonly string[]; readonly system: readonly string[] | null } | null = null

  const read = (): NonNullable<typeof lists> =>
    (lists ??= { node: [...(readList('bundled') ?? []), ...(readList('extra') ?? [])], system: readList('system') })
  const apply = (): void => {
    const { node, system } = read()
    // To name a list is to give up the one before it.
    if (node.length === 0) return
    try {
      setDefaultCACertificates([...new Set([...node, ...(system ?? []), ...own])])
    } catch {
      // Without the others Node's own list goes on to hold.
    }
  }
  let isApplied = false
  return {
    add: (pems) => {
      own = pems
      if (isApplied) apply()
    },
    prepare: () => {
      if (isApplied) return
      isApplied = true
      apply()
    },
    countSystem: () => {
      const { system } = read()
      return system === null ? null : new Set(system).size
    },
  }
}

const readList = (which: 'bundled' | 'extra' | 'system'): readonly string[] | null => {
  try {
    return getCACertificates(which)
  } catch {
    return null
  }
}
