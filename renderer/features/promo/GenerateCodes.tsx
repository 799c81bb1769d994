import { useState } from 'react'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { isRefused } from '../../app/problems/issues.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { changePromoDraft, promoDraft } from '../../app/promoDraft.ts'
import { useBusy } from '../../app/state/useBusy.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { Modal } from '../../components/Modal.tsx'
import { useText } from '../../text/text.ts'

const whole = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN)

type GenerateProps = { readonly profileId: ProfileId; readonly onClose: () => void }

const GenerateForm = ({ profileId, onClose }: GenerateProps) => {
  const { t } = useText()
  const [count, setCount] = useState('50')
  const [length, setLength] = useState('8')
  const [prefix, setPrefix] = useState('')
  const [percent, setPercent] = useState('10')
  const [isBusy, begin] = useBusy()
  const [problem, setProblem] = useState<AnyProblem | null>(null)

  const generate = async (): Promise<void> => {
    setProblem(null)
    const answer = await call('promo:preview', {
      profileId,
      text: promoDraft.get()?.text ?? '',
      // Sends NaN for an invalid number, which the core refuses by field.
      generate: {
        count: Number.isNaN(whole(count)) ? 0 : whole(count),
        length: Number.isNaN(whole(length)) ? 0 : whole(length),
        prefix,
        discountPercent: percent,
      },
    })
    if (!answer.ok) return setProblem(answer.error)
    changePromoDraft({ profileId, text: answer.value.text ?? '' })
    return onClose()
  }

  const isAtField = ['count', 'length', 'discountPercent'].some((name) => isRefused(problem, name))
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        begin(generate)
      }}
    >
      <p className="muted">{t('promo.generate.what')}</p>
      <div className="promo-pair">
        <TextField
          label={t('promo.generate.count')}
          problem={isRefused(problem, 'count') ? t('promo.generate.count.invalid') : null}
          value={count}
          onChange={setCount}
          inputMode="numeric"
          isRequired
          isFocused
        />
        <TextField
          label={t('promo.generate.percent')}
          problem={isRefused(problem, 'discountPercent') ? t('promo.generate.percent.invalid') : null}
          value={percent}
          onChange={setPercent}
          inputMode="decimal"
          isRequired
        />
      </div>
      <div className="promo-pair">
        <TextField
          label={t('promo.generate.prefix')}
          hint={t('promo.generate.prefix.hint')}
          value={prefix}
          onChange={setPrefix}
          isMono
        />
        <TextField
          label={t('promo.generate.length')}
          problem={isRefused(problem, 'length') ? t('promo.generate.length.invalid') : null}
          value={length}
          onChange={setLength}
          inputMode="numeric"
          isRequired
        />
      </div>
      {problem === null || isAtField ? null : <Problem problem={problem} />}
      <div className="modal-buttons">
        <Button onClick={onClose}>{t('do.cancel')}</Button>
        <Button kind="primary" isSubmit isDisabled={isBusy}>
          {t('promo.generate.do')}
        </Button>
      </div>
    </form>
  )
}

export const GenerateCodes = ({ isOpen, ...props }: GenerateProps & { readonly isOpen: boolean }) => {
  const { t } = useText()
  return (
    <Modal title={t('promo.generate.title')} isOpen={isOpen} onClose={props.onClose}>
      <GenerateForm {...props} />
    </Modal>
  )
}
