import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { KeyName } from '../../../preload/contract/result.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import { ProblemNote } from '../../components/ProblemNote.tsx'
import { SecretField } from '../../components/SecretField.tsx'
import { useText } from '../../text/text.ts'
import { KeychainNotice } from '../KeychainNotice.tsx'
import { keysQuery } from '../state/queries.ts'
import { useBusy } from '../state/useBusy.ts'
import { describeProblem } from './describeProblem.ts'
import { isRefused } from './issues.ts'

type KeyFormProps = {
  readonly profileId: ProfileId
  readonly which: KeyName
  /** What the button does: what `onSaved` does is part of it. */
  readonly saveLabel: string
  readonly onSaved: () => void
  /** Stores the key with more than itself. */
  readonly store?: (key: string) => Promise<AnyProblem | null>
  readonly onCancel?: () => void
  readonly isFocused?: boolean
}

/** The field of one key, wherever it is asked for. */
export const KeyForm = ({ profileId, which, saveLabel, onSaved, store, onCancel, isFocused = false }: KeyFormProps) => {
  const { t, language } = useText()
  const client = useQueryClient()
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [isBusy, begin] = useBusy()
  const isValueRefused = isRefused(problem, 'value') || isRefused(problem, 'resultsKey')
  const storeKey = async (key: string): Promise<AnyProblem | null> => {
    const answer = await call('keys:set', { profileId, which, value: key })
    return answer.ok ? null : answer.error
  }
  const save = async (): Promise<void> => {
    const failed = await (store ?? storeKey)(value)
    setProblem(failed)
    if (failed !== null) return
    setValue('')
    await client.invalidateQueries({ queryKey: keysQuery.queryKey })
    onSaved()
  }
  return (
    <form
      className="key-form stack"
      onSubmit={(event) => {
        event.preventDefault()
        begin(save)
      }}
    >
      <SecretField
        label={t(`keys.${which}`)}
        hint={t(`keys.${which}.to`)}
        problem={isValueRefused ? t('keys.value.invalid') : null}
        value={value}
        onChange={setValue}
        revealLabel={t('do.reveal')}
        hideLabel={t('do.hide')}
        isRequired
        isFocused={isFocused}
      />
      <KeychainNotice />
      {problem === null || isValueRefused ? null : <ProblemNote {...describeProblem(problem, t, language)} />}
      <div className="key-form-buttons row">
        <Button kind="primary" isSubmit isDisabled={isBusy || value === ''}>
          {saveLabel}
        </Button>
        {onCancel === undefined ? null : (
          <Button kind="quiet" onClick={onCancel}>
            {t('do.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}
