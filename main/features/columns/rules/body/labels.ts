import type { Json } from '../../../../../preload/contract/ids.ts'
import { decodeEntities } from '../../../../kernel/text/htmlEntities.ts'
import { isFieldListWord } from './fieldWords.ts'
import { isList, isObject, type JsonObject } from './json.ts'

/** Labels for people by column name. */
export type Labels = ReadonlyMap<string, string>

const idKeys = ['Expression', 'field', 'key', 'dataIndex', 'dataField', 'data', 'accessor', 'id', 'name']
const labelKeys = ['Label', 'label', 'title', 'headerName', 'caption', 'header', 'text', 'name']

const mostObjects = 200
const mostKeys = 300
const deepest = 4
const mostFields = 2_000
const longest = 80

/** The labels in descriptions of fields beside the rows. Looks into few objects and into no list of rows. */
export const labelsIn = (body: Json): Labels => {
  const found = new Map<string, string>()
  if (isObject(body)) {
    const left = { objects: mostObjects }
    collect(body, 0, left, found)
  }
  const uses = new Map<string, number>()
  for (const label of found.values()) uses.set(label, (uses.get(label) ?? 0) + 1)
  return new Map([...found].filter(([name, label]) => label !== name && uses.get(label) === 1))
}

const collect = (object: JsonObject, depth: number, left: { objects: number }, found: Map<string, string>): void => {
  const keys = Object.keys(object)
  if (keys.length > mostKeys || left.objects <= 0) return
  left.objects -= 1
  for (const key of keys) {
    const value = object[key]
    if (typeof value !== 'object' || value === null) continue
    if (isFieldListWord(key)) {
      for (const [name, said] of describedIn(value)) {
        const label = decodeEntities(plainLabel(said))
        if (label !== '' && !/^\d+$/.test(name) && !found.has(name)) found.set(decodeEntities(name), label)
      }
    } else if (isObject(value) && depth < deepest) collect(value, depth + 1, left, found)
  }
}

const describedIn = (value: Json): readonly (readonly [string, string])[] => {
  if (isList(value)) return value.length > mostFields ? [] : value.flatMap(describedBy)
  if (!isObject(value)) return []
  const entries = Object.entries(value)
  if (entries.length > mostFields) return []
  return entries.flatMap(([name, said]) => (typeof said === 'string' ? [[name, said] as const] : []))
}

const describedBy = (item: Json): readonly (readonly [string, string])[] => {
  if (!isObject(item)) return []
  const textOf = (key: string): string => {
    const value = Object.hasOwn(item, key) ? item[key] : undefined
    return typeof value === 'string' ? value : ''
  }
  const id = idKeys.find((key) => textOf(key) !== '')
  const label = labelKeys.find((key) => key !== id && textOf(key) !== '')
  return id === undefined || label === undefined ? [] : [[textOf(id), textOf(label)]]
}

/** One line of at most 80 characters; of several languages `{DE:Platz|EN:Rank}` English, or the first where it is missing. */
const plainLabel = (text: string): string => {
  const line = oneLanguage(text.slice(0, 1_000))
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return Array.from(line).slice(0, longest).join('').trim()
}

const oneLanguage = (text: string): string =>
  text.replace(/\{([A-Z]{2}:[^{}]*)\}/gu, (_, forms: string) => {
    const all = forms.split('|')
    return (all.find((form) => form.startsWith('EN:')) ?? all[0] ?? '').replace(/^[A-Z]{2}:/u, '')
  })
