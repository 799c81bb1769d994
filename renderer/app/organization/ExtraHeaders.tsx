import { Plus, X } from 'lucide-react'
import type { ExtraHeader } from '../../../preload/contract/organizations.ts'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { TextField } from '../../components/Field.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { SecretField } from '../../components/SecretField.tsx'
import type { TextKey } from '../../text/en/en.ts'
import { useText } from '../../text/text.ts'
import type { HeaderFaults } from './headerFaults.ts'

type DraftHeader = ExtraHeader & { readonly value?: string }

type ExtraHeadersProps = {
  readonly headers: readonly DraftHeader[]
  readonly stored: readonly ExtraHeader[]
  /** By the place of the header. */
  readonly faults: HeaderFaults['extra']
  readonly onChange: (headers: readonly DraftHeader[]) => void
}

const SERVICES: readonly ExtraHeader['service'][] = ['main', 'results']

/** A header whose value is kept when none is typed. */
export const isStored = (header: ExtraHeader, stored: readonly ExtraHeader[]): boolean =>
  stored.some(({ name, service }) => name === header.name && service === header.service)

export const ExtraHeaders = ({ headers, stored, faults, onChange }: ExtraHeadersProps) => {
  const { t } = useText()
  const replace = (at: number, header: DraftHeader): void => onChange(headers.with(at, header))
  const say = (fault: TextKey | null = null): string | null => fault && t(fault)
  return (
    <fieldset className="extra-headers stack">
      <legend className="field-label">{t('profile.extraHeaders')}</legend>
      <p className="field-hint">{t('profile.extraHeaders.hint')}</p>
      {headers.map((header, at) => (
        <div key={at} className="extra-header">
          <TextField
            label={t('profile.extraHeaders.name')}
            problem={say(faults[at]?.name)}
            value={header.name}
            onChange={(name) => replace(at, { ...header, name })}
            isMono
            isRequired
          />
          <SecretField
            label={t('profile.extraHeaders.value')}
            problem={say(faults[at]?.value)}
            value={header.value ?? ''}
            onChange={(value) => {
              const { value: _, ...rest } = header
              replace(at, value === '' ? rest : { ...rest, value })
            }}
            revealLabel={t('do.reveal')}
            hideLabel={t('do.hide')}
            isRequired={!isStored(header, stored)}
            {...(isStored(header, stored) ? { placeholder: t('profile.extraHeaders.kept') } : {})}
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
