import { expect, it } from 'vitest'
import { useCores } from '../../support/coreRig.ts'
import { inEnvelope, takeRows } from '../../support/takenRows.ts'

const cores = useCores()

it('stores every category when one has a cell of millions of doubled quotes', { timeout: 60_000 }, async () => {
  const quotes = `Номер;Клуб\n1;"${'""'.repeat(14_000_000)}"\n2;Заря\n3;Старт\n`
  const women = inEnvelope([{ position: 1, number: 7, fullName: 'Ада Кон', resultTime: '1:00:05' }])
  const taken = await takeRows(cores, { Quotes: quotes, Women: women })
  try {
    expect(await taken.column('fullName', { categories: [taken.idOf('Women')] })).toEqual(['Ада Кон'])
    const { distances } = await taken.open.call('stage:tree', { stage: taken.stage })
    expect(distances.flatMap(({ categories }) => categories.map(({ outcome }) => outcome))).not.toContain('never')
  } finally {
    await taken.close()
  }
})
