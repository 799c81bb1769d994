/** Oldest Node that runs the app: type stripping and node:sqlite without flags. This file itself must load on Node 20. */
const oldest = [22, 19]

/**
 * Two lines that say what to do, or null when this Node will do.
 * @param {string} version like `22.19.0`
 * @param {string} platform
 * @param {string} arch
 * @returns {string | null}
 */
export function nodeProblem(version, platform, arch) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldest
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null
  const way =
    platform === 'linux' && arch === 'x64'
      ? 'Start it by npm after `npm ci` (npm start, npm run -s racedesk -- ...): on Linux x64 npm scripts bring Node 24 by themselves.'
      : 'Install Node 24 from nodejs.org and run the command again.'
  return `Racedesk needs Node 22.19 or newer; this is Node ${version}.\n${way}`
}

/**
 * Whether V8's baseline compiler may crash this Node during garbage collection: nodejs/node#62393. Electron's V8 is newer, and on
 * x64 nobody has seen the crash.
 * @param {string} version like `24.21.0`
 * @param {string} arch
 */
export function mayCrashInBaselineCode(version, arch) {
  return arch === 'arm64' && version.startsWith('24.')
}
