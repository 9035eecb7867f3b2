import { z } from 'zod'

export const rest = z.object({ '*': z.string() })

export const json = { description: 'A JSON document', contentType: 'application/json' }

export const html = { description: 'A page', contentType: 'text/html' }
