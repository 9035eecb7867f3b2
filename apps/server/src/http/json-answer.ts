import type { MadeAnswer } from './answer-cache.ts'

/** JSON for anyone, kept until then; whoever has it asks each time whether it is still the same. `holds`: see MadeAnswer. */
export const jsonAnswer = (body: unknown, until: Date | null, holds?: () => boolean): MadeAnswer => ({
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
  headers: { 'cache-control': 'public, no-cache' },
  until,
  ...(holds && { holds }),
})
