import type { DownloadMessage } from './downloadMessage.ts'

type ProgressOutput = { readonly isTTY?: boolean; readonly write: (text: string) => unknown }

const mebibyte = 1024 * 1024

/** Shows a download: one line that changes on a terminal, elsewhere a line a tenth. */
export function createProgress(version: string, output: ProgressOutput): (message: DownloadMessage) => void {
  let lastShown = ''
  const show = (text: string): void => {
    if (text === lastShown) return
    lastShown = text
    output.write(output.isTTY === true ? `\r\u001b[K${text}` : `${text}\n`)
  }
  const endLine = (): void => {
    if (output.isTTY === true && lastShown !== '') output.write('\n')
  }
  return (message) => {
    switch (message.kind) {
      case 'asking':
        return show(
          `Downloading Electron ${version} from ${message.host}${message.proxy === null ? '' : ` through the proxy ${message.proxy}`} ...`,
        )
      case 'bytes':
        return show(`Downloading Electron ${version}: ${amount(message, output.isTTY === true ? 1 : 10)}`)
      case 'unpacking':
        return show('Unpacking Electron ...')
      case 'done':
      case 'failed':
        return endLine()
    }
  }
}

function amount(
  { receivedBytes, totalBytes }: { receivedBytes: number; totalBytes: number | null },
  step: number,
): string {
  if (totalBytes === null || totalBytes === 0) return `${Math.floor(receivedBytes / mebibyte / step) * step} MiB`
  return `${Math.floor((receivedBytes / totalBytes) * (100 / step)) * step}%`
}
