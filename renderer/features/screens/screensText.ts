import { addTexts } from '../../text/text.ts'
import { enScreens } from '../../text/en/parts/enScreens.ts'
import { ruScreens } from '../../text/ru/parts/ruScreens.ts'

addTexts({ en: enScreens, ru: ruScreens })
