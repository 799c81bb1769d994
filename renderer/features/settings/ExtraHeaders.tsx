import { Plus, X } from 'lucide-react'
import type { ExtraHeader } from '../../../preload/contract/organizations.ts'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { TextField } from '../../components/Field.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { SecretField } from '../../components/SecretField.tsx'
import { useText } from '../../text/text.ts'

type DraftHeader = ExtraHeader & { readonly value?: string }

type ExtraHeadersProps = {
  readonly headers: readonly DraftHeader[]
  readonly stored: readonly ExtraHeader[]
  readonly isRefused: (at: number, part: 'name' | 'value') => boolean
  readonly onChange: (headers: readonly DraftHeader[]) => void
}

const SERVICES: readonly ExtraHeader['service'][] = ['main', 'results']

export const ExtraHeaders = ({ headers, stored, isRefused, onChange }: ExtraHeadersProps) => {
  const { t } = useText()
  const replace = (at: number, header: DraftHeader): void => onChange(headers.with(at, header))
  const isStored = (header: DraftHeader): boolean =>
    stored.some(({ name, service }) => name === header.name && service === header.service)
  return (
    <fieldset className="extra-headers stack">
      <legend className="field-label">{t('profile.extraHeaders')}</legend>
      <p className="field-hint">{t('profile.extraHeaders.hint')}</p>
      {headers.map((header, at) => (
        <div key={at} className="extra-header">
          <TextField
            label={t('profile.extraHeaders.name')}
            problem={isRefused(at, 'name') ? t('profile.header.refused') : null}
            value={header.name}
            onChange={(name) => replace(at, { ...header, name })}
            isMono
            isRequired
          />
          <SecretField
            label={t('profile.extraHeaders.value')}
            problem={isRefused(at, 'value') ? t('profile.extraHeaders.value.refused') : null}
            value={header.value ?? ''}
            onChange={(value) => {
              const { value: _, ...rest } = header
              replace(at, value === '' ? rest : { ...rest, value })
            }}
            revealLabel={t('do.reveal')}
            hideLabel={t('do.hide')}
            isRequired={!isStored(header)}
            {...(isStored(header) ? { placeholder: t('profile.extraHeaders.kept') } : {})}
          />
          <Choice
            label={t('profile.extraHeaders.service')}
            value={header.service}
            options={SERVICES.map((value) => ({ value, label: t(`profile.service.${value}`) }))}
            onChange={(service) => replace(at, { ...header, service })}
          />
          <IconButton
            label={t('profile.extraHeaders.remove', { name: header.name })}
            icon={<X aria-hidden />}
            onClick={() => onChange(headers.toSpliced(at, 1))}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus aria-hidden />}
          onClick={() => onChange([...headers, { name: '', service: 'main' }])}
        >
          {t('profile.extraHeaders.add')}
        </Button>
      </div>
    </fieldset>
  )
}
