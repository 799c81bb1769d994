import { addTexts } from '../../text/text.ts'
import { enAudit } from '../../text/en/parts/enAudit.ts'
import { ruAudit } from '../../text/ru/parts/ruAudit.ts'

addTexts({ en: enAudit, ru: ruAudit })
