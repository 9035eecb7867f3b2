import { randomUUID } from 'node:crypto'

/** A new random id. It cannot be guessed from other ids. */
export const newId = (): string => randomUUID()
