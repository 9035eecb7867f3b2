import { CallError } from '@marketplace/contracts/api/client'
import type { ErrorCode } from '@marketplace/contracts/core/errors'

/** Whether the API answered with this code, for example because another tab or person was faster. */
export const isCode = (error: unknown, code: ErrorCode): error is CallError => error instanceof CallError && error.code === code
