import type { Json } from '../../../preload/contract/ids.ts'
import { JsonTree } from '../../components/tree/JsonTree.tsx'
import { useText } from '../../text/text.ts'

type JsonObject = { readonly [field: string]: Json }

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const PARTS = ['ui', 'defaultData', 'controls'] as const

const Part = ({ title, value }: { readonly title: string; readonly value: Json }) => (
  <section aria-label={title}>
    <h2 className="blocks-part">{title}</h2>
    <JsonTree value={value} label={title} isOpen={2} />
  </section>
)

/** The three known parts as trees, and whatever else is there. */
export const Configuration = ({ value }: { readonly value: Json | undefined }) => {
  const { t } = useText()
  if (value === undefined || value === null)
    return <p className="muted blocks-note">{t('blocks.configuration.none')}</p>
  if (!isObject(value)) return <Part title={t('blocks.tab.configuration')} value={value} />
  const rest = Object.fromEntries(Object.entries(value).filter(([field]) => !PARTS.some((part) => part === field)))
  return (
    <>
      {PARTS.map((part) => {
        const inner = value[part]
        return inner === undefined ? null : <Part key={part} title={t(`blocks.configuration.${part}`)} value={inner} />
      })}
      {Object.keys(rest).length === 0 ? null : <Part title={t('blocks.configuration.more')} value={rest} />}
    </>
  )
}
