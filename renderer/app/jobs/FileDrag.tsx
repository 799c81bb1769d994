import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ExportedFile } from '../../../preload/contract/files.ts'
import type { JobId } from '../../../preload/contract/ids.ts'
import { call } from '../../api.ts'
import { useText } from '../../text/text.ts'
import { infoQuery } from '../state/queries.ts'

type FileDragProps = {
  /** Null while the job's file cannot be taken. */
  readonly job: JobId | null
  readonly file: ExportedFile
  readonly className: string
  readonly children: ReactNode
}

/** A file written by a job; draggable in the window. */
export const FileDrag = ({ job, file, className, children }: FileDragProps) => {
  const { t } = useText()
  const isDesktop = useQuery(infoQuery).data?.face === 'desktop'
  if (!isDesktop || job === null || file.path === null) return <div className={className}>{children}</div>
  return (
    <div
      className={`${className} job-file-drag`}
      draggable
      title={t('job.drag')}
      onDragStart={(event) => {
        // Main drags the file itself, named by its job: the page has no say in which one.
        event.preventDefault()
        void call('job:drag', { id: job })
      }}
    >
      {children}
    </div>
  )
}
