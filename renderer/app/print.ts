import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Input } from '../../preload/contract.ts'
import type { JobId } from '../../preload/contract/ids.ts'
import type { Job } from '../../preload/contract/jobs.ts'
import { call, type Problem } from '../api.ts'
import { translate } from '../text/text.ts'
import { jobsQuery } from './state/queries.ts'
import './print.css'

const awaited = new Set<JobId>()

/** The last page stays until the next one: a browser does not report when it is done with it. */
let shown: HTMLIFrameElement | null = null

const printFrom = (address: string): void => {
  shown?.remove()
  const frame = document.createElement('iframe')
  shown = frame
  frame.className = 'print-frame'
  frame.title = translate('print.frame')
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  // The page is ours, and nothing in it may run; to be printed it must be of this origin.
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals')
  frame.addEventListener('load', () => frame.contentWindow?.print(), { once: true })
  frame.src = address
  document.body.append(frame)
}

/** A page that this window asked for is there: the browser's print dialog opens. In the desktop face main has printed it. */
export const settlePrint = (job: Job): void => {
  if (job.kind !== 'print' || job.state === 'running' || !awaited.delete(job.id)) return
  const address = job.file?.download ?? null
  if (address !== null) printFrom(address)
}

const follow = async (client: QueryClient, input: Input<'results:print'>): Promise<Problem | null> => {
  const answer = await call('results:print', input)
  if (!answer.ok) return answer.error
  const { jobId } = answer.value
  awaited.add(jobId)
  await client.invalidateQueries({ queryKey: jobsQuery.queryKey })
  // A short job may have ended before its ID arrived.
  for (const job of client.getQueryData(jobsQuery.queryKey) ?? []) if (job.id === jobId) settlePrint(job)
  return null
}

/**
 * Opens the print dialog on what stands in the body with the class `print-alone`, nothing else of the page being printed.
 * `onDone`: the dialog is closed; to be kept the same between renders.
 */
export const usePrintAlone = (onDone: () => void): void => {
  useEffect(() => {
    window.addEventListener('afterprint', onDone)
    window.print()
    return () => window.removeEventListener('afterprint', onDone)
  }, [onDone])
}

/** Prints chosen results. Resolves to the problem, or null once its job runs. */
export const usePrint = (): ((input: Input<'results:print'>) => Promise<Problem | null>) => {
  const client = useQueryClient()
  return (input) => follow(client, input)
}
