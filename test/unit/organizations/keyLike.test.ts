import { expect, it } from 'vitest'
import { headerNameFault, looksLikeKey } from '../../../preload/shared/keyLike.ts'

const keys =
  '7f3a9c0e51b2d84476a1c9f0e2b3d455|3f8e1d70-6b1e-4c55-9a61-2d8e5f704b13|Organizer sk_live_51HqLyjWDarjtT1zdp7dc|wJalrXUtnFEMI/K7MDENG+bPxRfiCYq7Lm2XKEY0=|Этап q8ZxT4mLw2VnR7cKp0Hs'.split(
    '|',
  )
const names =
  'Spring Race 2026|Spring-Race-2026-Final-10km|M30-M35-M40-M45-M50-W30-W35|5km10km21km|Чемпионат по марафону 2026, М30–39|DistanceOfTheNationalChampionship2026|+7 912 345-67-89|M21E-W21A-M35-W35-M40|GoldenRingUltraTrailGRUT2026|SwimRunBikeTri2026Sprint|4x100m-4x200m-4x400m|C9PXK3-UQQYYM-9E74Q4'.split(
    '|',
  )

it('tells keys from names of races, people and categories', () => {
  expect([...keys, ...names].filter(looksLikeKey)).toEqual(keys)
})

it('tells names of request headers from keys and from other text', () => {
  for (const name of [
    'X-Access-Key',
    'SERVICE-API-KEY',
    'Ocp-Apim-Subscription-Key',
    'x_b3.trace~id',
    'X-EventServiceAccessKey',
  ])
    expect(headerNameFault(name)).toBeNull()
  for (const text of ['', 'two words', 'X-Ключ', 'X-Key:', 'X-'.repeat(40)]) expect(headerNameFault(text)).toBe('token')
  for (const key of ['q8ZxT4mLw2VnR7cKp0Hs', 'qwertyuiopasdfghjklzxc']) expect(headerNameFault(key)).toBe('key')
})
