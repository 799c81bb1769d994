import { addTexts } from '../../text/text.ts'
import { enStartList } from '../../text/en/parts/enStartList.ts'
import { ruStartList } from '../../text/ru/parts/ruStartList.ts'

addTexts({ en: enStartList, ru: ruStartList })
