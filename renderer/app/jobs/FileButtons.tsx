import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ExportedFile } from '../../../preload/contract/files.ts'
import type { JobId } from '../../../preload/contract/ids.ts'
import { call } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import { useText } from '../../text/text.ts'
import { infoQuery } from '../state/queries.ts'

type FileButtonsProps = {
  readonly job: JobId
  readonly file: ExportedFile
}

/** What the window can do with a file once it is written; in a browser the download lists have it. */
export const FileButtons = ({ job, file }: FileButtonsProps) => {
  const { t } = useText()
  const isDesktop = useQuery(infoQuery).data?.face === 'desktop'
  const [isGone, setGone] = useState(false)
  if (!isDesktop || file.path === null) return null
  const show = async (as: 'file' | 'folder'): Promise<void> => {
    const shown = await call('job:show', { id: job, as })
    setGone(!shown.ok || !shown.value)
  }
  return (
    <span className="job-buttons row">
      <Button size="small" onClick={() => void show('file')}>
        {t('job.openFile')}
      </Button>
      <Button size="small" onClick={() => void show('folder')}>
        {t('job.showFile')}
      </Button>
      {isGone ? <span role="alert">{t('job.fileGone')}</span> : null}
    </span>
  )
}
