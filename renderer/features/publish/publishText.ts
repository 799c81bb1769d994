import { addTexts } from '../../text/text.ts'
import { enPublish } from '../../text/en/parts/enPublish.ts'
import { ruPublish } from '../../text/ru/parts/ruPublish.ts'

addTexts({ en: enPublish, ru: ruPublish })
