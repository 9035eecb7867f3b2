/** The current time. Tests set it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
