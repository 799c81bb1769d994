import type { auditOperations } from '../../../preload/contract/audit.ts'
import type { Handlers } from '../../../preload/contract/operation.ts'
import { createAudits, type AuditParts } from './audits.ts'

export const openAudit = (parts: AuditParts) => {
  const audits = createAudits(parts)
  const handlers: Handlers<typeof auditOperations> = {
    'results:audit': ({ stage, categories = null }) => audits(stage, categories),
  }
  return { audits, handlers }
}
