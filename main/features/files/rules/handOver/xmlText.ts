// Characters that XML 1.0 forbids even when escaped.
const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const signs: { readonly [sign: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text between tags or in an attribute; characters that XML cannot hold become U+FFFD. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(illegal, '\ufffd')
    .replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)
    // XML readers would turn them into spaces or line feeds.
    .replace(/[\t\r\n]/g, (character) => `&#${character.charCodeAt(0)};`)
