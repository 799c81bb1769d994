import { setImmediate } from 'node:timers/promises'
import sax from 'sax'

/** A file or folder as a WebDAV server names it; `href` is percent-encoded, a path or a whole URL. */
export type DavEntry = { readonly href: string; readonly isFolder: boolean; readonly sizeBytes: number }

const dav = 'DAV:'
/** Long listings are read in steps, so that others get their turn. No tag and no text of a listing is longer. */
const stepCharacters = 8_192
/** Listings have five levels; what has a hundred thousand is to use up time and memory. */
const deepest = 50

/** The entries of a `multistatus`; null for what is none. Of more than `most`, one more than that is given. */
export const readDavListing = async (xml: string, most: number): Promise<readonly DavEntry[] | null> => {
  const entries: DavEntry[] = []
  let isMultistatus = false
  let entry = { href: '', isFolder: false, sizeBytes: 0 }
  let text = ''
  /** Of the elements that are open; '' for one that is not WebDAV's. */
  const names: string[] = []
  const parser = sax.parser(true, { xmlns: true })
  parser.onopentag = (tag) => {
    text = ''
    const name = 'uri' in tag && tag.uri === dav ? tag.local : ''
    names.push(name)
    if (names.length > deepest) throw new Error('too deep')
    if (name === 'multistatus') isMultistatus = true
    else if (name === 'response') entry = { href: '', isFolder: false, sizeBytes: 0 }
    else if (name === 'collection') entry.isFolder = true
  }
  parser.ontext = (part) => void (text += part)
  parser.oncdata = (part) => void (text += part)
  parser.onclosetag = () => {
    const name = names.pop()
    if (name === 'href') entry.href ||= text.trim()
    else if (name === 'getcontentlength') entry.sizeBytes = Number(text)
    else if (name === 'response') entries.push(entry)
  }
  try {
    for (let at = 0; at < xml.length; at += stepCharacters) {
      if (at > 0) await setImmediate()
      if (entries.length > most) return entries.slice(0, most + 1)
      parser.write(xml.slice(at, at + stepCharacters))
      if (parser.position - parser.startTagPosition > stepCharacters) return null
    }
    parser.close()
  } catch {
    return null
  }
  return isMultistatus ? entries : null
}
