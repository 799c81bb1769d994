import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ExportOptions, ResultsChoice } from '../../../preload/contract/files.ts'
import { fetchValue } from '../../app/state/queries.ts'
import { useText } from '../../text/text.ts'

type FilePreviewProps = {
  /** Changes with the choice. */
  readonly choice: readonly unknown[]
  readonly choose: () => Promise<ResultsChoice>
  readonly options: ExportOptions
}

/** The beginning of the file. Its address is good for one load, so each choice asks for another; the last one stays until then. */
export const FilePreview = ({ choice, choose, options }: FilePreviewProps) => {
  const { t } = useText()
  const preview = useQuery({
    queryKey: ['preview', ...choice],
    queryFn: async () => await fetchValue('results:preview', { ...(await choose()), ...options }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  return (
    <section className="export-preview" aria-label={t('export.preview')}>
      {preview.data === undefined || preview.error !== null ? (
        <p className="muted">{t(preview.error === null ? 'export.preview.wait' : 'export.preview.none')}</p>
      ) : (
        <iframe title={t('export.preview')} sandbox="" referrerPolicy="no-referrer" src={preview.data.address} />
      )}
    </section>
  )
}
