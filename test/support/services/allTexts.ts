import { en as enCommon } from '../../../renderer/text/en/en.ts'
import { enAudit } from '../../../renderer/text/en/parts/enAudit.ts'
import { enFolders } from '../../../renderer/text/en/parts/enFolders.ts'
import { enPlace } from '../../../renderer/text/en/parts/enPlace.ts'
import { enPublish } from '../../../renderer/text/en/parts/enPublish.ts'
import { enScreens } from '../../../renderer/text/en/parts/enScreens.ts'
import { enStartList } from '../../../renderer/text/en/parts/enStartList.ts'
import { ruAudit } from '../../../renderer/text/ru/parts/ruAudit.ts'
import { ruPlace } from '../../../renderer/text/ru/parts/ruPlace.ts'
import { ruPublish } from '../../../renderer/text/ru/parts/ruPublish.ts'
import { ruScreens } from '../../../renderer/text/ru/parts/ruScreens.ts'
import { ruStartList } from '../../../renderer/text/ru/parts/ruStartList.ts'
import { ru as ruCommon } from '../../../renderer/text/ru/ru.ts'

export const en = { ...enCommon, ...enAudit, ...enFolders, ...enPlace, ...enPublish, ...enScreens, ...enStartList }
export const ru = { ...ruCommon, ...ruAudit, ...ruPlace, ...ruPublish, ...ruScreens, ...ruStartList }
