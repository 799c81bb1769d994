import { addTexts } from '../../text/text.ts'
import { enPlace } from '../../text/en/parts/enPlace.ts'
import { enPublish } from '../../text/en/parts/enPublish.ts'
import { ruPlace } from '../../text/ru/parts/ruPlace.ts'
import { ruPublish } from '../../text/ru/parts/ruPublish.ts'

addTexts({ en: { ...enPlace, ...enPublish }, ru: { ...ruPlace, ...ruPublish } })
