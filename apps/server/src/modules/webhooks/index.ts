export { registerWebhookRoutes } from './developer/routes.ts'
export { WEBHOOKS_JOBS, webhooksWorkers } from './delivery/jobs.ts'
export { applicationTeller } from './delivery/queue-event.ts'
export type { TellApplication } from './delivery/queue-event.ts'
