import { z } from 'zod'
import type { ErrorCode } from './errors.ts'

export const done = { description: 'Done', body: z.object({}) }

export const params = z.object({ id: z.string().min(1).max(200) })

export const signedIn: readonly ErrorCode[] = ['UNAUTHORIZED', 'TOKEN_INVALID', 'MISDIRECTED_REQUEST']

/** Changes that an account may make in a minute, for each endpoint. */
export const WRITES = { max: 60, windowSeconds: 60 } as const
