import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import type { AppLink } from '../../../preload/contract/stages.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { useText } from '../../text/text.ts'
import { openedLink } from './opened.ts'
import { Problem } from '../problems/Problem.tsx'
import { stagesQuery } from '../state/queries.ts'
import { goTo } from '../route.ts'
import { useBusy } from '../state/useBusy.ts'

const close = (): void => openedLink.set(null)

/** Organizations for a link: a results link belongs to one service only. */
const profilesFor = (link: AppLink, profiles: readonly Profile[]): readonly Profile[] => {
  if (link.kind !== 'results') return profiles
  const origin = URL.parse(link.url)?.origin
  return profiles.filter(({ resultsUrl }) => resultsUrl !== null && URL.parse(resultsUrl)?.origin === origin)
}

const targetOf = (link: AppLink): string => {
  if (link.kind === 'stage') return link.stage
  return link.kind === 'order' ? link.order : link.url
}

type LinkFormProps = {
  readonly link: AppLink
  readonly profiles: readonly Profile[]
  readonly onOpened: () => void
}

/** Describes a link from outside and asks for its organization. */
export const LinkForm = ({ link, profiles, onOpened }: LinkFormProps) => {
  const { t } = useText()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<ProfileId | null>(null)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [isBusy, begin] = useBusy()
  const able = profilesFor(link, profiles)
  const profileId = chosen ?? able[0]?.id
  const agree = async (): Promise<void> => {
    if (profileId === undefined) return
    setProblem(null)
    if (link.kind === 'order') {
      const asked = await call('order:lookup', { profileId, text: link.order })
      if (openedLink.get() !== link) return
      if (!asked.ok) return setProblem(asked.error)
      goTo({ screen: 'orders', order: link.order })
      onOpened()
      return close()
    }
    const added = await call('stage:add', { profileId, text: targetOf(link) })
    if (added.ok) void client.invalidateQueries({ queryKey: stagesQuery.queryKey })
    if (openedLink.get() !== link) return
    if (!added.ok) return setProblem(added.error)
    goTo({ screen: 'stage', stage: added.value.guid })
    onOpened()
    return close()
  }
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        begin(agree)
      }}
    >
      <p className="modal-text">{t(`link.${link.kind}.what`)}</p>
      <p className="mono setup-origin">{targetOf(link)}</p>
      {profileId === undefined ? (
        <p className="modal-text">{t(profiles.length === 0 ? 'link.noProfiles' : 'link.foreign')}</p>
      ) : (
        <Choice
          label={t('link.profile')}
          value={profileId}
          options={able.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setChosen}
        />
      )}
      {problem === null ? null : <Problem problem={problem} />}
      <div className="modal-buttons">
        <Button onClick={close}>{t('do.cancel')}</Button>
        {profileId === undefined ? null : (
          <Button kind="primary" isSubmit isDisabled={isBusy}>
            {t(`link.${link.kind}.do`)}
          </Button>
        )}
      </div>
    </form>
  )
}
