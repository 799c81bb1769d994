import type { ExtraHeader, ProfileDraft } from '../../../preload/contract/organizations.ts'
import { TextField } from '../../components/Field.tsx'
import { Fold } from '../../components/Fold.tsx'
import { useText } from '../../text/text.ts'
import { ExtraHeaders } from './ExtraHeaders.tsx'
import type { HeaderFaults } from './headerFaults.ts'
import type { ProfileChanges } from './profileDraft.ts'

type AdvancedProps = {
  readonly draft: ProfileDraft
  readonly stored: readonly ExtraHeader[]
  readonly faults: HeaderFaults
  readonly onChange: (part: ProfileChanges) => void
}

/** Headers, which few organizations change, folded until one is refused. */
export const Advanced = ({ draft, stored, faults, onChange }: AdvancedProps) => {
  const { t } = useText()
  const say = (fault: HeaderFaults['accessHeader']): string | null => fault && t(fault)
  return (
    <Fold title={t('profile.advanced')} isOpened={faults.isAtField}>
      <div className="form">
        <div className="organization-pair">
          <TextField
            label={t('profile.accessHeader')}
            problem={say(faults.accessHeader)}
            value={draft.accessHeader ?? 'X-Access-Key'}
            onChange={(accessHeader) => onChange({ accessHeader })}
            isMono
          />
          <TextField
            label={t('profile.resultsHeader')}
            problem={say(faults.resultsHeader)}
            value={draft.resultsHeader ?? 'SERVICE-API-KEY'}
            onChange={(resultsHeader) => onChange({ resultsHeader })}
            isMono
          />
        </div>
        <ExtraHeaders
          headers={draft.extraHeaders ?? []}
          stored={stored}
          faults={faults.extra}
          onChange={(extraHeaders) => onChange({ extraHeaders })}
        />
      </div>
    </Fold>
  )
}
