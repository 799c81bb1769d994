import { parse, type AnyNode } from 'acorn'

/**
 * Judges built files by what Chromium 76 knows, the browser of televisions of 2021. Versions in which the others arrived:
 * caniuse.com and MDN's compatibility data.
 */

const laterGlobals = [
  ...'AggregateError CompressionStream DecompressionStream FinalizationRegistry Iterator'.split(' '),
  ...'WeakRef cookieStore navigation reportError scheduler structuredClone'.split(' '),
]
const laterMembers: Readonly<Record<string, string>> = {
  AbortSignal: 'any timeout',
  'AbortSignal.prototype': 'throwIfAborted',
  Array: 'fromAsync',
  'Array.prototype': 'at findLast findLastIndex toReversed toSorted toSpliced',
  'Animation.prototype': 'commitStyles finished replaceState',
  CSS: 'registerProperty',
  'Document.prototype': 'getAnimations startViewTransition',
  'Element.prototype': 'checkVisibility getAnimations getHTML replaceChildren setHTMLUnsafe',
  'HTMLElement.prototype': 'showPopover inert',
  Intl: 'DisplayNames Segmenter supportedValuesOf',
  Map: 'groupBy',
  Object: 'groupBy hasOwn',
  Promise: 'any try withResolvers',
  RegExp: 'escape',
  'Set.prototype': 'difference intersection isSubsetOf symmetricDifference union',
  'String.prototype': 'isWellFormed replaceAll toWellFormed',
  URL: 'canParse parse',
  'Crypto.prototype': 'randomUUID',
}

/** Globals, functions of theirs and members that came later. A member counts by its name, whatever it belongs to. */
const laterApis: readonly string[] = [
  ...laterGlobals,
  ...Object.entries(laterMembers).flatMap(([owner, names]) => names.split(' ').map((name) => `${owner}.${name}`)),
]

/** Declarations that came later. `color-scheme` is not among them: without it only scroll bars and controls are in other colours. */
const laterDeclarations: readonly RegExp[] = [
  // In a grid they are called `grid-gap` there; in a flexbox they do nothing.
  /^(?:row-|column-)?gap:/,
  /^inset(?:-|:)/,
  /^(?:margin|padding)-(?:inline|block):/,
  /^border-(?:inline|block)(?:-color|-style|-width)?:/,
  /^border-(?:start|end)-(?:start|end)-radius:/,
  /^(?:aspect-ratio|accent-color|appearance|backdrop-filter|content-visibility|line-clamp|mask|field-sizing|interpolate-size):/,
  /^(?:contain-intrinsic|container|animation-timeline|view-transition|anchor|position-anchor|position-area)/,
  /^(?:translate|rotate|scale|offset|zoom|text-wrap|text-box|hyphenate|ruby|math|scrollbar|overflow-clip|print-color-adjust)/,
  /^text-(?:decoration-thickness|underline-offset):/,
  /^overflow(?:-x|-y)?:.*\bclip\b/,
  /^overflow-wrap:anywhere/,
  /^(?:overscroll-behavior-(?:inline|block)|font-(?:palette|size-adjust)):/,
  /:.*\b(?:min|max|clamp|round|mod|rem|abs|sin|cos|pow|sqrt|hypot)\(/,
  /:.*\b(?:color|color-mix|oklch|oklab|lch|lab|hwb|light-dark|image-set|attr|anchor)\(/,
  /:.*\d(?:[dsl]v(?:h|w|min|max)|v[ib]|r?lh|rcap|rex|ric|rch|cq(?:w|h|i|b|min|max))\b/,
  /:.*\b(?:subgrid|revert|revert-layer|stretch)\b/,
  /^grid-template.*\bmasonry\b/,
]

/** Rules and parts of selectors that came later. A selector that is not understood loses its whole rule. */
const laterSelectors: readonly RegExp[] = [
  /@(?:layer|container|property|scope|starting-style|view-transition|counter-style|position-try)\b/,
  /@media[^{]*[<>]/,
  /@media[^{]*(?:prefers-contrast|forced-colors|dynamic-range|update:|scripting)/,
  /:(?:is|where|has|focus-visible|modal|open|popover-open|user-valid|user-invalid|autofill|dir|state)\b/,
  /:not\([^)]*,/,
  /::(?:marker|part\(.*\)::|file-selector-button|highlight|details-content)/,
  // Nested rules.
  /&/,
]

type Rule = { readonly selectors: readonly string[]; readonly declarations: readonly string[] }

/** Rules of a style sheet without comments; what is asked for by @supports has a fallback by its nature. */
const rulesOf = (css: string): readonly Rule[] => {
  const rules: Rule[] = []
  const open: string[] = []
  let text = ''
  for (const token of css.replaceAll(/\/\*.*?\*\//gsu, '').match(/"[^"]*"|'[^']*'|[{}]|[^{}"']+/gu) ?? []) {
    if (token === '{') {
      const declared = text.split(';')
      open.push((declared.pop() ?? '').trim())
      text = ''
    } else if (token === '}') {
      const declarations = text
        .split(';')
        .map((one) => one.trim().replace(/\s*:\s*/u, ':'))
        .filter((one) => one.includes(':'))
      if (!open.some((one) => one.startsWith('@supports'))) rules.push({ selectors: [...open], declarations })
      open.pop()
      text = ''
    } else text += token
  }
  return rules
}

/** The declarations of a style sheet that Chromium 76 does not understand, unless an older one of the same property stands before. */
export const laterStylesIn = (css: string): readonly string[] =>
  rulesOf(css).flatMap(({ selectors, declarations }) => {
    const isLater = (declaration: string): boolean => laterDeclarations.some((later) => later.test(declaration))
    const propertyOf = (declaration: string): string => declaration.slice(0, declaration.indexOf(':'))
    const faults = declarations.filter(
      (declaration, at) =>
        isLater(declaration) &&
        !declarations
          .slice(0, at)
          .some((earlier) => propertyOf(earlier) === propertyOf(declaration) && !isLater(earlier)),
    )
    const selector = selectors.join(' ')
    const isLaterSelector = selectors.some((one) => laterSelectors.some((later) => later.test(one)))
    return [...(isLaterSelector ? [selector] : []), ...faults.map((fault) => `${selector} { ${fault} }`)]
  })

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const visit = (node: AnyNode, see: (node: AnyNode) => void): void => {
  see(node)
  for (const value of Object.values(node)) {
    for (const part of Array.isArray(value) ? value : [value]) if (isNode(part)) visit(part, see)
  }
}

/**
 * Names that a script uses and Chromium 76 does not have; throws at syntax that it cannot read. A global that the script asks for
 * with `typeof` first has a fallback.
 */
export const laterApisIn = (code: string): readonly string[] => {
  const used = new Set<string>()
  const asked = new Set<string>()
  // Chromium 76 knows parts of ES2020 and ES2022; nothing here needs them.
  visit(parse(code, { ecmaVersion: 2019, sourceType: 'module' }), (node) => {
    if (node.type === 'UnaryExpression' && node.operator === 'typeof' && node.argument.type === 'Identifier')
      asked.add(node.argument.name)
    if (node.type === 'Identifier') used.add(node.name)
    if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return
    const { object, property } = node
    used.add(`.${property.name}`)
    if (object.type === 'Identifier') used.add(`${object.name}.${property.name}`)
  })
  return laterApis.filter((path) => {
    const [, member] = path.split('.prototype.')
    return used.has(member === undefined ? path : `.${member}`) && !asked.has(path)
  })
}
