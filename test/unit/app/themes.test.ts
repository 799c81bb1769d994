import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { backgroundColor } from '../../../main/desktop/window/windowOptions.ts'

const read = (sheet: string): string => readFileSync(new URL(`../../../renderer/${sheet}`, import.meta.url), 'utf8')

/** The colours of a style sheet's themes, by theme and name; a theme has those of the first where it sets none. */
const themesOf = (sheet: string) => {
  const css = read(sheet)
  const blocks = [...css.matchAll(/^(:root[^{]*| *:root )\{([^}]*)\}/gmu)].filter(([, , body]) =>
    /#[\da-f]{6}/u.test(body ?? ''),
  )
  const own = blocks.map(([, selector = '', body = '']) => ({
    theme: /data-theme='(\w+)'/u.exec(selector)?.[1] ?? 'usual',
    colours: Array.from(
      body.matchAll(/--([\w-]+): (?:var\(--[\w-]+, )?(#[\da-f]{6})\)?;/gu),
      ([, name = '', hex = '']) => [name, hex] as const,
    ),
  }))
  return own.map(({ theme, colours }) => ({ theme, colours: new Map([...(own[0]?.colours ?? []), ...colours]) }))
}

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Texts, and what they stand on. */
const pairs = {
  'styles/tokens.css': [
    ['text text-muted', 'bg surface raised field hover accent-soft'],
    ['accent ok stale problem', 'bg surface raised hover'],
    ['text stale', 'stale-soft'],
    ['text problem', 'problem-soft'],
    ['text', 'mark'],
    ['accent accent-strong', 'accent-soft'],
    ['on-accent', 'accent accent-strong'],
    ['on-podium', 'gold silver bronze'],
  ].map(([texts = '', grounds = '']) => [texts, grounds].map((names) => names.replace(/\S+/gu, 'color-$&'))),
  'board/themes.css': [
    ['text quiet accent out', 'back band'],
    ['warn', 'warn-back'],
    ['message', 'message-back'],
    ['on-accent', 'accent'],
    ['on-medal', 'gold silver bronze'],
  ],
  'site/site.css': [
    ['text quiet link out warn', 'back band'],
    ['warn', 'warn-back'],
    ['on-link', 'link'],
  ],
} as const

it.each(Object.entries(pairs))(
  'the texts of %s stand out from their ground in every theme, in the sun twice as much',
  (sheet, all) => {
    const themes = themesOf(sheet)
    expect(themes.length).toBeGreaterThan(1)
    const faint = themes.flatMap(({ theme, colours }) =>
      all.flatMap(([texts = '', grounds = '']) =>
        texts.split(' ').flatMap((text) =>
          grounds.split(' ').flatMap((ground) => {
            const ratio = contrast(colours.get(text) ?? '', colours.get(ground) ?? '')
            return ratio >= (theme === 'sunlight' ? 7 : 4.5)
              ? []
              : [`${theme}: ${text} on ${ground} ${ratio.toFixed(2)}`]
          }),
        ),
      ),
    )
    expect(faint).toEqual([])
  },
)

it("the window opens in its page's background colour in each theme, and as the system has it before there is one", () => {
  const colours = themesOf('styles/tokens.css').map(({ theme, colours }) => [theme, colours.get('color-bg')])
  expect(colours).toEqual(
    (['light', 'dark', 'sunlight'] as const).map((theme) => [theme, backgroundColor(theme, theme === 'light')]),
  )
  const ofDarkSystem = /prefers-color-scheme: dark\) \{\s+:root:not\(\[data-theme\]\) \{[^}]*--color-bg: (#[\da-f]{6})/u
  expect(ofDarkSystem.exec(read('styles/tokens.css'))?.[1]).toBe(backgroundColor('system', true))
  expect(backgroundColor('system', false)).toBe(backgroundColor('light', false))
})
