import { expect, it } from 'vitest'
import { useCores } from '../../support/coreRig.ts'
import { addStage } from '../../support/openCore.ts'
import { bytesOf } from '../../support/services/raceService.ts'

const cores = useCores()

const refusal = bytesOf('{"message":"Unknown key"}', 401, 'application/json')

it('says which service refuses a key until it takes one, whatever the other service answers', async () => {
  const race = await cores.race('Men', 'Women')
  const open = await cores.open()
  const { profileId, stage } = await addStage(open, race)
  const network = async () => (await open.call('app:info', {})).network
  await open.take(stage)
  expect(await network()).not.toHaveProperty('refused')

  race.answer('Men', refusal)
  race.answer('Women', refusal)
  await open.take(stage)
  const refused = { which: 'results', host: race.resultsUrl }
  expect(await network()).toMatchObject({ state: 'online', refused })
  await open.ask('race:years', { profileId, isRefresh: true })
  expect(await network()).toMatchObject({ state: 'online', host: race.url, refused })

  race.answer('Men', bytesOf('[]'))
  race.answer('Women', bytesOf('[]'))
  await open.take(stage)
  expect(await network()).not.toHaveProperty('refused')
})

it('forgets a refused key as soon as another is set', async () => {
  const race = await cores.race('Men')
  const open = await cores.open()
  const { profileId, stage } = await addStage(open, race)
  race.answerLinks(refusal)
  await open.take(stage)
  const network = async () => (await open.call('app:info', {})).network
  expect(await network()).toMatchObject({ refused: { which: 'access', host: race.url } })
  await open.call('keys:set', { profileId, which: 'access', value: 'another-key' })
  expect(await network()).not.toHaveProperty('refused')
})
