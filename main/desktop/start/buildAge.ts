import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const sourceRooms = ['main', 'preload', 'renderer']
const bundles = ['out/main/cli.js', 'out/main/desktop.js', 'out/preload/preload.cjs', 'out/renderer/index.html']

/** Whether a bundle is missing or older than any file it may have been made from. */
export function isBuildStale(projectDir: string): boolean {
  const built = bundles.map((path) => statSync(join(projectDir, path), { throwIfNoEntry: false })?.mtimeMs ?? 0)
  const oldestBundle = Math.min(...built)
  const isNewer = (path: string): boolean => statSync(path).mtimeMs > oldestBundle
  if (isNewer(join(projectDir, 'package.json'))) return true
  return sourceRooms.some((room) =>
    readdirSync(join(projectDir, room), { recursive: true, withFileTypes: true }).some(
      (entry) => entry.isFile() && !entry.name.endsWith('.md') && isNewer(join(entry.parentPath, entry.name)),
    ),
  )
}
