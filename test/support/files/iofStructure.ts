export type XmlElement = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

const unescaped = (text: string): string =>
  text.replace(/&(#(\d+)|[a-z]+);|&/g, (whole, name: string | undefined, code: string | undefined) => {
    if (code !== undefined) return String.fromCodePoint(Number(code))
    const found = entities[name ?? '']
    if (found === undefined) throw new Error(`a stray ${whole}`)
    return found
  })

/** Reads XML of elements, attributes and text alone, strictly: whatever is not well-formed throws. */
export const readXml = (xml: string): XmlElement => {
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(xml)) throw new Error('not a character of XML')
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  if (body === xml) throw new Error('no declaration')
  type Open = { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string }
  const stack: Open[] = [{ name: '', attributes: {}, children: [], text: '' }]
  const tag = /<(\/?)([A-Za-z]+)((?: [A-Za-z]+="[^"<]*")*)>|([^<]+)/y
  for (let at = 0; at < body.length; at = tag.lastIndex) {
    tag.lastIndex = at
    const found = tag.exec(body)
    const top = stack.at(-1)
    if (found === null || top === undefined) throw new Error(`not XML at ${at}: ${body.slice(at, at + 40)}`)
    const [, slash, name = '', attributes = '', text] = found
    if (text !== undefined) top.text += unescaped(text)
    else if (slash === '/') {
      if (top.name !== name) throw new Error(`</${name}> ends <${top.name}>`)
      stack.pop()
      stack.at(-1)?.children.push(top)
    } else {
      const pairs = [...attributes.matchAll(/ ([A-Za-z]+)="([^"]*)"/g)]
      const read = Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, unescaped(value)]))
      stack.push({ name, attributes: read, children: [], text: '' })
    }
  }
  const [outer] = stack
  const root = outer?.children[0]
  if (stack.length !== 1 || outer?.children.length !== 1 || root === undefined) throw new Error('not one root element')
  return root
}

/** Children in the order of the standard: `?` may be missing, `*` may come any number of times, others exactly once. */
const order: Readonly<Record<string, string>> = {
  ResultList: 'Event ClassResult*',
  Event: 'Name',
  ClassResult: 'Class Course* PersonResult*',
  Class: 'Name',
  Course: 'Name?',
  PersonResult: 'Person Organisation? Result*',
  Person: 'Name BirthDate? Nationality?',
  'Person/Name': 'Family Given',
  Organisation: 'Name',
  Result: 'BibNumber? Time? TimeBehind? Position? Status',
}

const statuses = new Set(
  (
    'OK Finished MissingPunch Disqualified DidNotFinish Active Inactive OverTime SportingWithdrawal NotCompeting Moved ' +
    'MovedUp DidNotStart DidNotEnter Cancelled'
  ).split(' '),
)

const isNumber = (text: string): boolean => /^\d+(?:\.\d+)?$/.test(text)
const values: Readonly<Record<string, (text: string) => boolean>> = {
  Status: (text) => statuses.has(text),
  Time: isNumber,
  TimeBehind: isNumber,
  Position: (text) => /^[1-9]\d*$/.test(text),
  BirthDate: (text) => /^\d{4}-\d\d-\d\d$/.test(text),
}

/** Differences of an element of a result list from the data standard 3.0. */
/** Elements of that name, however deep. */
export const elementsNamed = (element: XmlElement, name: string): readonly XmlElement[] => [
  ...element.children.filter((child) => child.name === name),
  ...element.children.flatMap((child) => elementsNamed(child, name)),
]

export const iofFaults = (element: XmlElement, path = element.name, parent = ''): readonly string[] => {
  const rule = order[`${parent}/${element.name}`] ?? order[element.name]
  const isLeaf = rule === undefined || (element.name === 'Name' && parent !== 'Person')
  const own = isLeaf ? leafFaults(element, path) : orderFaults(element, rule, path)
  const inner = element.children.flatMap((child, at) => iofFaults(child, `${path}/${child.name}[${at}]`, element.name))
  return [...own, ...attributeFaults(element, path), ...inner]
}

const leafFaults = ({ name, children, text }: XmlElement, path: string): readonly string[] => [
  ...(children.length > 0 ? [`${path} has children`] : []),
  ...(values[name]?.(text) === false ? [`${path} is ${JSON.stringify(text)}`] : []),
]

const orderFaults = ({ children, text }: XmlElement, rule: string, path: string): readonly string[] => {
  const pattern = rule
    .split(' ')
    .map((part) => {
      const name = part.replace(/[?*]$/, '')
      return `(?:${name} )${part.slice(name.length)}`
    })
    .join('')
  const names = children.map(({ name }) => `${name} `).join('')
  return [
    ...(new RegExp(`^${pattern}$`).test(names) ? [] : [`${path} holds ${names}`]),
    ...(text.trim() === '' ? [] : [`${path} holds text`]),
  ]
}

const attributeFaults = ({ name, attributes }: XmlElement, path: string): readonly string[] => {
  const known: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
    ResultList: {
      xmlns: /^http:\/\/www\.orienteering\.org\/datastandard\/3\.0$/,
      iofVersion: /^3\.0$/,
      createTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
      creator: /./,
      status: /^(?:Complete|Snapshot)$/,
    },
    ClassResult: { timeResolution: /^0\.001$/ },
    Person: { sex: /^[FM]$/ },
    Nationality: { code: /^[A-Z]{3}$/ },
  }
  const rules = known[name] ?? {}
  const wrong = Object.entries(attributes).filter(([key, value]) => rules[key]?.test(value) !== true)
  const missing = name === 'ResultList' ? Object.keys(rules).filter((key) => attributes[key] === undefined) : []
  return [...wrong.map(([key, value]) => `${path} ${key}="${value}"`), ...missing.map((key) => `${path} lacks ${key}`)]
}
