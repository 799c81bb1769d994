import type { Input } from '../../../preload/contract.ts'
import type { CategoryId, StageGuid } from '../../../preload/contract/ids.ts'

type ScreenOperation = `screens:${'read' | 'save' | 'start' | 'open' | 'stop'}`

export const screenInputs = (
  stage: StageGuid,
  category: CategoryId,
): { readonly [K in ScreenOperation]: Input<K> } => ({
  'screens:read': { stage, language: 'ru' },
  'screens:save': {
    stage,
    layout: {
      screens: [
        {
          id: 'screen-at-the-finish',
          name: 'Finish',
          view: 'category',
          category,
          categories: [category],
          language: 'ru',
          theme: 'sunlight',
          motion: 'scroll',
          seconds: 8,
          rows: 12,
          roundMinutes: 10,
          message: 'Prize giving at noon',
          isFrozen: true,
        },
      ],
      columns: ['club'],
      isFinal: true,
      logo: 'data:image/png;base64,AAAA',
      pin: '246813',
    },
  },
  'screens:start': { stage, address: '127.0.0.1', port: 0 },
  'screens:open': { stage, id: 'screen-at-the-finish' },
  'screens:stop': { stage },
})
