import { createHash } from 'node:crypto'

/** The source of an inline style or script in a content security policy. */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
