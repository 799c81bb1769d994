import { addTexts } from '../../text/text.ts'
import { enStartList } from '../../text/en/enStartList.ts'
import { ruStartList } from '../../text/ru/ruStartList.ts'

addTexts({ en: enStartList, ru: ruStartList })
