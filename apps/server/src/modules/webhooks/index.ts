export { WEBHOOKS_JOBS, webhooksWorkers } from './jobs.ts'
export { applicationTeller } from './queue-event.ts'
export type { TellApplication } from './queue-event.ts'
