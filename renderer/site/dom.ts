type Child = Node | string | number | null

type Attributes = { readonly [name: string]: string | number | boolean | null }

/** An element; attributes that are null or false are left out. */
export const h = (tag: string, attributes: Attributes, ...children: readonly Child[]): HTMLElement => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) element.setAttribute(name, value === true ? '' : String(value))
  }
  for (const child of children) {
    if (child !== null) element.append(typeof child === 'number' ? String(child) : child)
  }
  return element
}

/** A text from outside, which may be written from right to left. */
export const bdi = (text: string): HTMLElement => h('bdi', {}, text)

const keyOf = (node: Node | null): string | null => (node instanceof Element ? node.getAttribute('data-key') : null)

/** Makes `old` like `next` and keeps its nodes where they are alike: focus, selection and scroll stay. */
export const update = (old: Element, next: Element): void => {
  for (const { name } of Array.from(old.attributes))
    if (!next.hasAttribute(name) && name !== 'open') old.removeAttribute(name)
  for (const { name, value } of Array.from(next.attributes)) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value)
  }
  updateChildren(old, Array.from(next.childNodes))
}

export const updateChildren = (old: Element, next: readonly Node[]): void => {
  const focused = document.activeElement
  const keyed = new Map(Array.from(old.childNodes, (node) => [keyOf(node), node]))
  keyed.delete(null)
  let at = old.firstChild
  for (const child of next) {
    const key = keyOf(child)
    const alike = key === null ? at : (keyed.get(key) ?? null)
    if (alike === null || alike.nodeName !== child.nodeName || keyOf(alike) !== key) {
      old.insertBefore(child, at)
      continue
    }
    if (alike === at) at = at.nextSibling
    else old.insertBefore(alike, at)
    if (alike instanceof Element && child instanceof Element) update(alike, child)
    else if (alike.nodeValue !== child.nodeValue) alike.nodeValue = child.nodeValue
  }
  while (at !== null) {
    const rest = at
    at = at.nextSibling
    rest.remove()
  }
  // A focused element that was moved has lost its focus.
  if (focused instanceof HTMLElement && focused !== document.activeElement && old.contains(focused)) {
    focused.focus({ preventScroll: true })
  }
}
