export { IDEMPOTENCY_JOBS, idempotencyWorkers } from './jobs.ts'
export { createIdempotencyStore } from './repository.ts'
