import { expect, it } from 'vitest'
import { isAddress, label } from '../../../preload/contract/bounds.ts'
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

it('takes any path for an address, and no key in place of one, in its user, host or a secret parameter', () => {
  const token = `${Buffer.from('{"alg":"none"}').toString('base64url')}.q8ZxT4mLw2VnR7cKp0Hs`
  for (const key of [...keys.slice(0, 2), 'q8ZxT4mLw2VnR7cKp0Hs', token]) {
    const hidden = [...key].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
    const hosts = [key, `${key}/v3`, ` https://${key}/ `, `https://https://${key}:443/v3`, `https://${hidden}/`]
    const parts = [
      `${key}@a.example`,
      `crew:${key}@a.example/www`,
      `a.example/v3?Api-Key=${hidden.replaceAll('%', '%25')}`,
    ]
    expect([...hosts, ...parts.map((part) => `https://${part}`)].filter(isAddress)).toEqual([])
    const fine = [`https://a.example/${key}`, `localhost:8080/${key}`, `https://${key.slice(0, 20)}.a.example`]
    expect(fine.filter(isAddress)).toEqual(fine)
    const links = [`https://${key}/`, `https://a.example/?v=${key}`].map((link) => label(300).safeParse(link).success)
    expect(links).toEqual([false, true])
  }
  const places = [
    's3://site-8f3a9c0e51b2d844/spring',
    'https://192.168.0.4:8080/',
    'https://[2001:db8::7]/',
    'раса.рф',
    '',
  ]
  expect([...places, keys[3] ?? ''].filter(isAddress)).toEqual(places)
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
