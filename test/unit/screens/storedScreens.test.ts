import { expect, it } from 'vitest'
import { readStored } from '../../../main/features/screens/rules/storedScreens.ts'
import { screenLayout } from '../../../preload/contract/screens/layout.ts'
import { inputs } from '../../support/validInputs.ts'

it('keeps a stored layout whose texts would be refused as keys today', () => {
  const { layout } = inputs['screens:save']
  const message = 'Photos: 7f3a9c0e51b2d84476a1c9f0e2b3d455'
  const before = { ...layout, screens: layout.screens.map((screen) => ({ ...screen, message })) }
  expect(screenLayout().safeParse(before).success).toBe(false)
  expect(readStored({ layout: before, secrets: {}, place: null, isOn: true })?.layout).toEqual(before)
})
