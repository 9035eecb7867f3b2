export { IDEMPOTENCY_JOBS, idempotencyWorkers } from './jobs.ts'
export { registerKeyedEndpoint } from './register-keyed-endpoint.ts'
