import { randomUUID } from 'node:crypto'

/** A new id: random, so that nobody guesses another's. */
export const newId = (): string => randomUUID()
