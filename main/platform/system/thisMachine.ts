import { availableParallelism, release, totalmem, type } from 'node:os'

/** What the process runs on and with; nothing that names its user. */
export const thisMachine = () => {
  const { electron, chrome, node, sqlite, openssl } = process.versions
  return {
    system: {
      platform: process.platform,
      type: type(),
      release: release(),
      arch: process.arch,
      processors: availableParallelism(),
      memoryMb: Math.round(totalmem() / 1e6),
    },
    versions: { electron, chrome, node, sqlite, openssl },
  }
}
