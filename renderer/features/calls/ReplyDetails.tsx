import type { CallReply } from '../../../preload/contract/calls.ts'
import { Fold } from '../../components/Fold.tsx'
import { formatSize } from '../../text/format.ts'
import { useText } from '../../text/text.ts'

const Facts = ({ facts }: { readonly facts: readonly (readonly [string, string])[] }) => (
  <dl className="calls-facts">
    {facts.map(([name, value], at) => (
      <div key={`${name} ${at}`}>
        <dt>{name}</dt>
        <dd className="mono">{value}</dd>
      </div>
    ))}
  </dl>
)

/** The request and all reply headers. */
export const ReplyDetails = ({ reply }: { readonly reply: CallReply }) => {
  const { t, language } = useText()
  const { method, path, query, requestBody, headers, sha256, sizeBytes, profileName } = reply
  return (
    <div className="calls-details stack">
      <h3>{t('calls.request')}</h3>
      <Facts
        facts={[
          [t('calls.method'), method],
          [t('calls.path'), path],
          ...query.map(({ name, value }) => [`? ${name}`, value] as const),
          [t('stages.add.profile'), profileName],
        ]}
      />
      {requestBody === null ? null : (
        <pre className="calls-sent mono" tabIndex={0} role="region" aria-label={t('calls.body')}>
          {requestBody}
        </pre>
      )}
      <h3>{t('calls.headers')}</h3>
      {Object.keys(headers).length === 0 ? <p className="muted">{t('calls.headers.none')}</p> : null}
      <Facts facts={Object.entries(headers)} />
      {sha256 === '' ? null : (
        <Fold title={t('do.details')}>
          <p className="mono muted calls-hash">
            {t('raw.hash', { hash: sha256 })} · {formatSize(sizeBytes, t, language)}
          </p>
        </Fold>
      )}
    </div>
  )
}
