import type { MadeAnswer } from './answer-cache.ts'

/** A JSON answer that is the same for everyone. Clients revalidate it each time. `repeatable`: see MadeAnswer. */
export const jsonAnswer = (body: unknown, until: Date | null = null, repeatable = false): MadeAnswer => ({
  ...serializedAnswer(JSON.stringify(body)),
  until,
  repeatable,
})

/** The same for JSON text that is already serialized; it is repeatable. */
export const serializedAnswer = (body: MadeAnswer['body']): MadeAnswer => ({
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body,
  headers: { 'cache-control': 'public, no-cache' },
  until: null,
  repeatable: true,
})
