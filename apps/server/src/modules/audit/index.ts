export { recordAudit, recordRefusal } from './repository.ts'
