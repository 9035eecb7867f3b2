import { z } from 'zod'

/** An id in an answer. */
export const id = z.string()

/** An instant in UTC, such as 2026-01-31T00:00:00.000Z. */
export const instant = z.iso.datetime()
