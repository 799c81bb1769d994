import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { NetworkFacts, TrustedCertificate } from '../../../preload/contract/network.ts'
import { call, type Answer, type Problem as AnyProblem } from '../../api.ts'
import { isRefused } from '../../app/problems/issues.ts'
import { useNow } from '../../app/state/now.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { networkQuery } from '../../app/state/queries.ts'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { Mark } from '../../components/Mark.tsx'
import { formatCount, formatDate } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { pemText } from './pemText.ts'

/** Limit of the core, in bytes. */
const MOST_BYTES = 140_000

const Validity = ({ certificate }: { readonly certificate: TrustedCertificate }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const { validFrom, validTo } = certificate
  const on = (instant: string) => ({ date: formatDate(instant, language) })
  if (Date.parse(validTo) < nowMs) return <Mark kind="problem">{t('network.certificate.expired', on(validTo))}</Mark>
  if (Date.parse(validFrom) > nowMs) return <Mark kind="stale">{t('network.certificate.early', on(validFrom))}</Mark>
  return <Mark kind="ok">{t('network.certificate.until', on(validTo))}</Mark>
}

const CertificateRow = ({
  certificate,
  onTrust,
  onRemove,
}: {
  readonly certificate: TrustedCertificate
  readonly onTrust: () => void
  readonly onRemove: () => void
}) => {
  const { t } = useText()
  const { subject, issuer, id, isTrustedHere } = certificate
  return (
    <li className="certificate">
      <span className="certificate-facts stack" title={`SHA-256 ${id}`}>
        <span>{subject}</span>
        {issuer === subject ? null : <span className="muted">{t('network.certificate.issuer', { name: issuer })}</span>}
        {isTrustedHere ? null : <Mark kind="partial">{t('network.certificate.elsewhere')}</Mark>}
        <Validity certificate={certificate} />
      </span>
      <span className="certificate-buttons">
        {isTrustedHere ? null : (
          <Button size="small" onClick={onTrust} title={`${t('network.certificate.trust')} ${subject}`}>
            {t('network.certificate.trust')}
          </Button>
        )}
        <Button size="small" kind="quiet" onClick={onRemove} title={`${t('network.certificate.remove')}: ${subject}`}>
          {t('network.certificate.remove')}
        </Button>
      </span>
    </li>
  )
}

export const CertificatesPart = ({ facts }: { readonly facts: NetworkFacts }) => {
  const { t, language } = useText()
  const client = useQueryClient()
  const file = useRef<HTMLInputElement>(null)
  const [leaving, setLeaving] = useState<TrustedCertificate | null>(null)
  const [problem, setProblem] = useState<AnyProblem | 'file' | null>(null)
  const settle = (answer: Answer<NetworkFacts>): void => {
    if (answer.ok) client.setQueryData(networkQuery.queryKey, answer.value)
    if (answer.ok || answer.error.kind === 'cancelled') return setProblem(null)
    setProblem(isRefused(answer.error, 'pem') ? 'file' : answer.error)
  }
  const add = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return
    if (chosen.size > MOST_BYTES) return setProblem('file')
    settle(await call('app:addCertificates', { pem: pemText(await chosen.bytes()) }))
  }
  const trust = async ({ id }: TrustedCertificate): Promise<void> => settle(await call('app:trustCertificate', { id }))
  const remove = async ({ id }: TrustedCertificate): Promise<void> => {
    setLeaving(null)
    settle(await call('app:removeCertificate', { id }))
  }
  const { systemCertificates: count, certificates } = facts
  return (
    <section className="settings-part stack" aria-label={t('network.certificates')}>
      <h2>{t('network.certificates')}</h2>
      <p className="field-hint">
        {count === null
          ? t('network.certificates.noSystem')
          : t('network.certificates.system', { count, number: formatCount(count, language) })}{' '}
        {t('network.certificates.what')}
      </p>
      {certificates.length === 0 ? null : (
        <ul className="certificates">
          {certificates.map((certificate) => (
            <CertificateRow
              key={certificate.id}
              certificate={certificate}
              onTrust={() => void trust(certificate)}
              onRemove={() => setLeaving(certificate)}
            />
          ))}
        </ul>
      )}
      <div className="settings-buttons row">
        <input
          ref={file}
          type="file"
          accept=".pem,.crt,.cer,.der,application/x-x509-ca-cert"
          hidden
          aria-label={t('network.certificate.add')}
          onChange={(event) => {
            void add(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button onClick={() => file.current?.click()}>{t('network.certificate.add')}</Button>
      </div>
      {problem === 'file' ? (
        <p className="field-problem" role="alert">
          {t('network.certificate.refused')}
        </p>
      ) : null}
      {problem === null || problem === 'file' ? null : <Problem problem={problem} />}
      <Confirm
        title={t('network.certificate.remove.title', { name: leaving?.subject ?? '' })}
        effect={t('network.certificate.remove.what')}
        confirmLabel={t('network.certificate.remove')}
        cancelLabel={t('do.cancel')}
        isOpen={leaving !== null}
        onConfirm={() => (leaving === null ? undefined : void remove(leaving))}
        onCancel={() => setLeaving(null)}
      />
    </section>
  )
}
