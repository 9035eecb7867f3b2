import { z } from 'zod'

export const done = { description: 'Done', body: z.object({}) }

export const params = z.object({ id: z.string().min(1).max(200) })

/** Changes that an account may make in a minute, for each endpoint. */
export const WRITES = { max: 60, windowSeconds: 60 } as const
