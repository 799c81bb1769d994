import { addTexts } from '../../text/text.ts'
import { enScreens } from '../../text/en/enScreens.ts'
import { ruScreens } from '../../text/ru/ruScreens.ts'

addTexts({ en: enScreens, ru: ruScreens })
