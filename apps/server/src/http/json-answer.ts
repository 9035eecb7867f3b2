import type { MadeAnswer } from './answer-cache.ts'

/** JSON for anyone, kept until then; whoever has it asks each time whether it is still the same. `repeatable`: see MadeAnswer. */
export const jsonAnswer = (body: unknown, until: Date | null = null, repeatable = false): MadeAnswer => ({
  ...writtenAnswer(JSON.stringify(body)),
  until,
  repeatable,
})

/** The same of JSON that is written already, for anyone and repeatable. */
export const writtenAnswer = (body: MadeAnswer['body']): MadeAnswer => ({
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body,
  headers: { 'cache-control': 'public, no-cache' },
  until: null,
  repeatable: true,
})
