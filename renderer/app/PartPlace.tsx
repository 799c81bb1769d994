import { Blank } from '../components/Blank.tsx'
import { Button } from '../components/Button.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { useText } from '../text/text.ts'

const NotLoaded = ({ isPage, onRetry }: { readonly isPage: boolean; readonly onRetry: () => void }) => {
  const { t } = useText()
  return (
    <div className="page" role="alert">
      <Blank
        title={t('part.failed.title')}
        isPage={isPage}
        actions={
          <Button kind="primary" onClick={onRetry}>
            {t('do.retry')}
          </Button>
        }
      >
        <p>{t('part.failed.what')}</p>
        <p>{t('part.failed.todo')}</p>
      </Blank>
    </div>
  )
}

const Loading = () => {
  const { t } = useText()
  return <Skeleton rows={6} label={t('part.loading')} />
}

export type PlaceProps = { readonly hasFailed: boolean; readonly onRetry: () => void }

/** Stands where a pane will be once its code is here. */
export const PanePlace = ({ hasFailed, onRetry }: PlaceProps) =>
  hasFailed ? <NotLoaded isPage={false} onRetry={onRetry} /> : <Loading />

/** Stands where a screen will be, the page's main part with its title. */
export const ScreenPlace = ({ hasFailed, onRetry }: PlaceProps) => (
  <main className="page" tabIndex={-1}>
    {hasFailed ? <NotLoaded isPage onRetry={onRetry} /> : <Loading />}
  </main>
)
