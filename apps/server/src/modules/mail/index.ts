export { queueMail } from './repository.ts'
export type { NewMail } from './repository.ts'
