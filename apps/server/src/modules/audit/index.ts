export { recordAudit } from './repository.ts'
export type { AuditEvent } from './repository.ts'
