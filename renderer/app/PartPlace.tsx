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

type PartPlaceProps = {
  /** A screen is the page's main part and has its title; a pane stands in one. */
  readonly kind: 'screen' | 'pane'
  readonly hasFailed: boolean
  readonly onRetry: () => void
}

/** Stands where a part of the app will be once its code is here. */
export const PartPlace = ({ kind, hasFailed, onRetry }: PartPlaceProps) => {
  const instead = hasFailed ? <NotLoaded isPage={kind === 'screen'} onRetry={onRetry} /> : <Loading />
  if (kind === 'pane') return instead
  return (
    <main className="page" tabIndex={-1}>
      {instead}
    </main>
  )
}
