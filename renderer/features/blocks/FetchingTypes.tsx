import type { Job } from '../../../preload/contract/jobs.ts'
import { call } from '../../api.ts'
import { doneText } from '../../app/jobs/jobProgress.ts'
import { Bar } from '../../components/Bar.tsx'
import { Blank } from '../../components/Blank.tsx'
import { Button } from '../../components/Button.tsx'
import { useText } from '../../text/text.ts'

/** The one call for all types, while it runs: why it is needed, how much came, and the way out of it. */
export const FetchingTypes = ({ job }: { readonly job: Job | undefined }) => {
  const { t, language } = useText()
  const done = job === undefined ? null : doneText(job, t, language)
  return (
    <Blank
      title={t('blocks.fetching.title')}
      actions={
        <Button
          isDisabled={job === undefined}
          onClick={() => (job === undefined ? undefined : void call('job:cancel', { id: job.id }))}
        >
          {t('do.cancel')}
        </Button>
      }
    >
      <p>{t('blocks.fetching.what')}</p>
      <Bar label={t('blocks.fetching.title')} done={job?.done ?? 0} total={job?.total ?? 0} />
      <p role="status">{done ?? t('blocks.fetching.waiting')}</p>
    </Blank>
  )
}
