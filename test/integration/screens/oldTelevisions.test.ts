import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ensureBuilt } from '../../support/appFaces.ts'
import { laterApisIn, laterStylesIn } from '../../support/services/chromium76.ts'
import { boardDir } from '../../support/services/screenRig.ts'

beforeAll(ensureBuilt, 120_000)

const built = (extension: string): readonly string[] => {
  const assets = join(boardDir, 'assets')
  const names = readdirSync(assets).filter((name) => name.endsWith(extension))
  expect(names).not.toEqual([])
  return names.map((name) => readFileSync(join(assets, name), 'utf8'))
}

describe('the page of screens', () => {
  it('has no syntax and no API that Chromium 76 does not know', () => {
    // View transitions of React, which no screen uses.
    const unused = [
      'Animation.prototype.finished',
      'Document.prototype.getAnimations',
      'Document.prototype.startViewTransition',
      'Element.prototype.getAnimations',
    ]
    expect(built('.js').flatMap(laterApisIn)).toEqual(unused)
  })

  it('has no style that Chromium 76 does not understand', () => {
    expect(built('.css').flatMap(laterStylesIn)).toEqual([])
  })
})

describe('the check', () => {
  it.each('a?.b;a ?? b;a ??= b;class A { b = 1 };await a;1n;/a/v'.split(';'))('refuses the syntax %s', (code) => {
    expect(() => laterApisIn(code)).toThrow(SyntaxError)
  })

  const apis = 'a.at(-1);"a".replaceAll("a", "b");Object.hasOwn(a, "b");structuredClone(a);AbortSignal.timeout(1)'
  it.each(apis.split(';'))('refuses the API %s', (code) => {
    expect(laterApisIn(code)).not.toEqual([])
  })

  // prettier-ignore
  it.each([
    'a{display:flex;gap:1rem}', 'a{inset:0}', 'a{padding-inline:1px}', 'a{aspect-ratio:1}', 'a{width:min(1px,2px)}',
    'a{height:100dvh}', 'a{overflow:clip}', 'a{overflow-wrap:anywhere}', 'a{color:color-mix(in srgb,red,blue)}',
    'a:focus-visible{color:red}', ':is(a,b){color:red}', 'a:has(b){color:red}', '@layer a{b{color:red}}',
    '@container (width>1px){a{color:red}}', '@media (width>=700px){a{color:red}}', 'a{& b{color:red}}',
  ])('refuses the style %s', (css) => expect(laterStylesIn(css)).not.toEqual([]))

  // prettier-ignore
  it.each([
    'a{height:100vh;height:100dvh}', '@supports (inset:0){a{inset:0}}',
    'a{grid-gap:1rem;width:minmax(0,1fr);left:0}', 'a::after{content:"gap: & {"}',
  ])('takes the style %s', (css) => expect(laterStylesIn(css)).toEqual([]))
})
