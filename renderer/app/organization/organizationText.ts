import { enOrganizationForm } from '../../text/en/parts/enOrganizationForm.ts'
import { ruOrganizationForm } from '../../text/ru/parts/ruOrganizationForm.ts'
import { addTexts } from '../../text/text.ts'

addTexts({ en: enOrganizationForm, ru: ruOrganizationForm })
