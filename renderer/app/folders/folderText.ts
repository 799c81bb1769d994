import { enFolders } from '../../text/en/parts/enFolders.ts'
import { ruFolders } from '../../text/ru/parts/ruFolders.ts'
import { addTexts } from '../../text/text.ts'

addTexts({ en: enFolders, ru: ruFolders })
