export { type AuditAction, type AuditEvent, recordAudit, recordRefusal } from './repository.ts'
