import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { Problem as AnyProblem } from '../../api.ts'
import { NoOrganization } from '../../app/NoOrganization.tsx'
import { isRefused } from '../../app/problems/issues.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { useOrganization } from '../../app/state/organization.ts'
import { useBusy } from '../../app/state/useBusy.ts'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { describedBy, FieldFrame } from '../../components/Field.tsx'
import { Modal } from '../../components/Modal.tsx'
import { useText } from '../../text/text.ts'
import { beginLookup } from './lastLookup.ts'

const LONGEST = 200_000

const LookUpForm = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useText()
  const id = useId()
  const client = useQueryClient()
  const { profiles, profile, choose } = useOrganization()
  const [text, setText] = useState('')
  const [isBusy, begin] = useBusy()
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const isTextWrong = isRefused(problem, 'text')

  const lookUp = async (): Promise<void> => {
    if (profile === null) return
    const failure = await beginLookup(client, { profileId: profile.id, text: text.slice(0, LONGEST) })
    setProblem(failure)
    if (failure === null) onClose()
  }

  if (profiles.length === 0) return <NoOrganization text={t('orders.lookup.noProfiles')} onClose={onClose} />
  const fieldProblem = isTextWrong ? t('orders.lookup.invalid') : null
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        begin(lookUp)
      }}
    >
      <FieldFrame id={id} label={t('orders.lookup.text')} hint={t('orders.lookup.hint')} problem={fieldProblem}>
        <textarea
          id={id}
          className="input mono orders-text"
          value={text}
          rows={4}
          maxLength={LONGEST}
          spellCheck={false}
          autoFocus
          required
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
          aria-invalid={fieldProblem !== null}
          {...describedBy(id, true, fieldProblem)}
        />
      </FieldFrame>
      <Choice
        label={t('orders.lookup.profile')}
        value={profile?.id ?? ('' as ProfileId)}
        options={profiles.map(({ id: value, name }) => ({ value, label: name }))}
        onChange={choose}
      />
      {problem === null || isTextWrong ? null : <Problem problem={problem} />}
      <div className="modal-buttons">
        <Button onClick={onClose}>{t('do.cancel')}</Button>
        <Button kind="primary" isSubmit isDisabled={isBusy || text.trim() === ''}>
          {t('orders.lookup.do')}
        </Button>
      </div>
    </form>
  )
}

export const LookUpOrders = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const { t } = useText()
  return (
    <Modal title={t('orders.lookup.title')} isOpen={isOpen} onClose={onClose}>
      <LookUpForm onClose={onClose} />
    </Modal>
  )
}
