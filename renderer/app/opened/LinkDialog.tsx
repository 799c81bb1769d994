import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Modal } from '../../components/Modal.tsx'
import { useText } from '../../text/text.ts'
import { lazyPart } from '../lazyPart.ts'
import { openedLink } from './opened.ts'
import { profilesQuery, stagesQuery } from '../state/queries.ts'
import { goTo } from '../route.ts'
import { useStore } from '../state/store.ts'

const LinkForm = lazyPart(async () => (await import('./LinkForm.tsx')).LinkForm)

const close = (): void => openedLink.set(null)

/** A link from outside: what is here already is shown at once, for anything else the user is asked first. */
export const LinkDialog = ({ onOpened }: { readonly onOpened: () => void }) => {
  const { t } = useText()
  const link = useStore(openedLink)
  const profiles = useQuery(profilesQuery).data
  const stages = useQuery(stagesQuery).data
  const known = link?.kind === 'stage' ? stages?.find(({ guid }) => guid === link.stage) : undefined
  useEffect(() => {
    if (known === undefined) return
    goTo({ screen: 'stage', stage: known.guid })
    onOpened()
    close()
  }, [known, onOpened])
  const isShown = link !== null && profiles !== undefined && stages !== undefined && known === undefined
  return (
    <Modal title={t('link.title')} isOpen={isShown} onClose={close}>
      {isShown ? <LinkForm key={JSON.stringify(link)} link={link} profiles={profiles} onOpened={onOpened} /> : null}
    </Modal>
  )
}
