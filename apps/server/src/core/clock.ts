/** The current time. Tests set it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** This time plus milliseconds, which may be negative. */
export const addMs = (time: Date, milliseconds: number): Date => new Date(time.getTime() + milliseconds)
export const addSeconds = (time: Date, seconds: number): Date => addMs(time, seconds * 1_000)
