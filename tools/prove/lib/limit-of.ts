/**
 * A limit of time (ms) of an attack. In `npm test` it is six times as long, because a machine that runs other tests at the same time may stall
 * for seconds. `npm run prove` keeps to it.
 */
export const limitOf = (ms: number): number => (process.env.VITEST ? 6 * ms : ms)
