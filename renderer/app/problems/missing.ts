import type { Translate } from '../../text/text.ts'

export const NO_ADDRESS = 'https://'

/** Whether an address is still to be typed; its field begins with the part that all of them have. */
export const isAddressMissing = (text: string): boolean => text.trim() === '' || text.trim() === NO_ADDRESS

/** The host of an address as it is typed. */
export const hostOf = (address: string): string => /^(?:https?:\/\/)*([^\s/:]*)/i.exec(address.trim())?.[1] ?? ''

/** The core makes such text whole: `https://http://host`, `host.example`, `host:8080`. */
const WITH_SCHEME = /^(?:https?:\/\/)+[^/\s]+(?:\/\S*)?$/i
const BARE = /^(?:localhost|[^/\s:@]+\.[^/\s:@]+|[^/\s:@]+(?=:\d))(?::\d+)?(?:\/\S*)?$/i

/** Whether text cannot become an address of a service by typing on, which is said on leaving the field; the core judges the rest. */
export const isNoAddress = (text: string): boolean =>
  !isAddressMissing(text) && !WITH_SCHEME.test(text.trim()) && !BARE.test(text.trim())

/** Why a form cannot be sent yet; null when nothing is missing. */
export const missingText = (
  fields: readonly { readonly label: string; readonly isMissing: boolean }[],
  t: Translate,
): string | null => {
  const missing = fields.filter(({ isMissing }) => isMissing).map(({ label }) => label)
  return missing.length === 0 ? null : t('form.missing', { fields: missing.join(', ') })
}
