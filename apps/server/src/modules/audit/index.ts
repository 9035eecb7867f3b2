export { type AuditAction, recordAudit, recordRefusal } from './repository.ts'
