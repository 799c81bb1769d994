import type { Input } from '../../../preload/contract.ts'
import type { CategoryId, StageGuid } from '../../../preload/contract/ids.ts'

type PublishOperation =
  `publish:${'read' | 'save' | 'chooseFolder' | 'setTarget' | 'setSecret' | 'forgetSecret' | 'trustHostKey' | 'start' | 'follow' | 'preview' | 'takeDown'}`

export const publishInputs = (
  stage: StageGuid,
  category: CategoryId,
): { readonly [K in PublishOperation]: Input<K> } => ({
  'publish:read': { stage, language: 'ru' },
  'publish:save': {
    stage,
    settings: {
      categories: [category],
      columns: ['bib', 'club'],
      isFinal: true,
      language: 'ru',
      colour: '#0a5bd3',
      logo: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABQAAAAKCAYAAAA=',
      readerUrl: 'https://results.example.org/spring/',
      budgetMbPerHour: 100,
    },
  },
  'publish:chooseFolder': { stage, folder: '/nowhere/site' },
  'publish:setTarget': { stage, address: 's3://bucket/spring', endpoint: 'https://s3.example.org' },
  'publish:setSecret': { stage, accessKeyId: 'AKIDEXAMPLE', secret: 'a secret' },
  'publish:forgetSecret': { stage },
  'publish:trustHostKey': { stage, hostKey: `SHA256:${'a1B+/'.repeat(8)}xyz` },
  'publish:start': { stage, isTakingOver: true },
  'publish:follow': { stage, isOn: true },
  'publish:preview': { stage, isOn: true },
  'publish:takeDown': { stage },
})
