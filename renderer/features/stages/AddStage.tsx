import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import { lazyPart } from '../../app/lazyPart.ts'
import { NoOrganization } from '../../app/NoOrganization.tsx'
import { goTo } from '../../app/route.ts'
import { profilesQuery } from '../../app/state/queries.ts'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Modal } from '../../components/Modal.tsx'
import { useText } from '../../text/text.ts'

const StageForm = lazyPart(async () => (await import('../../app/organization/StageForm.tsx')).StageForm)

const AddStageForm = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useText()
  const profiles = useQuery(profilesQuery).data ?? []
  const [chosen, setChosen] = useState<ProfileId | null>(null)
  const profileId = chosen ?? profiles.find(({ kind }) => kind === 'saved')?.id ?? profiles[0]?.id
  if (profileId === undefined) return <NoOrganization text={t('stages.add.noProfiles')} onClose={onClose} />
  return (
    <StageForm
      profileId={profileId}
      ways={<Button onClick={onClose}>{t('do.cancel')}</Button>}
      onDone={(next) => {
        onClose()
        goTo(next)
      }}
    >
      <Choice
        label={t('stages.add.profile')}
        value={profileId}
        options={profiles.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => setChosen(profiles.find((profile) => profile.id === id)?.id ?? null)}
      />
    </StageForm>
  )
}

export const AddStage = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const { t } = useText()
  return (
    <Modal title={t('stages.add.title')} isOpen={isOpen} onClose={onClose}>
      <AddStageForm onClose={onClose} />
    </Modal>
  )
}
