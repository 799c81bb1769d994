const PEM_LINE = 64
const SEQUENCE = 0x30

/** Certificates come as text or, mostly from Windows, as the bytes themselves; the core takes text. */
export const pemText = (file: Uint8Array): string => {
  if (file[0] !== SEQUENCE) return new TextDecoder().decode(file)
  const base64 = btoa(Array.from(file, (byte) => String.fromCharCode(byte)).join(''))
  const lines = base64.match(new RegExp(`.{1,${PEM_LINE}}`, 'g')) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
