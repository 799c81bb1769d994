import { readFileSync } from 'node:fs'

/**
 * Memory of this process in MB, resident now or at its peak. Linux tells it of the program itself; what getrusage tells also counts
 * the process that started this one.
 */
export const memoryMb = (mark: 'VmRSS' | 'VmHWM'): number => {
  const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : ''
  const [, kilobytes] = new RegExp(`${mark}:\\s+(\\d+) kB`).exec(status) ?? []
  if (kilobytes !== undefined) return Number(kilobytes) / 1024
  return mark === 'VmRSS' ? process.memoryUsage().rss / 2 ** 20 : process.resourceUsage().maxRSS / 1024
}
