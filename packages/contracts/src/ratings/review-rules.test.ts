import { expect, test } from 'vitest'
import { keptName, keptText } from '../core/written-text.ts'
import { ratingBodySchema } from './schemas.ts'
import { nameProblem, RATE_MISSING, REVIEW_RULES, reviewProblem } from './review-rules.ts'

const of = (length: number, letter = 'a') => letter.repeat(length)

test.each([
  ['application', 0, 'Please enter your review'],
  ['application', 1, 'Review cannot be shorter than 10 characters'],
  ['application', 9, 'Review cannot be shorter than 10 characters'],
  ['application', 10, null],
  ['application', 256, null],
  ['application', 2000, null],
  ['application', 2001, 'Review cannot be longer than 2000 characters'],
  ['expert', 1, 'Review cannot be shorter than 2 characters'],
  ['expert', 2, null],
  ['expert', 255, null],
  ['expert', 256, 'Review cannot be longer than 255 characters'],
] as const)('a review of an %s with %i letters: %s', (rules, length, problem) => {
  expect(reviewProblem(of(length), REVIEW_RULES[rules])).toBe(problem)
  // An emoji of two UTF-16 units is one character.
  expect(reviewProblem(of(length, '🙂'), REVIEW_RULES[rules])).toBe(problem)
})

test.each([
  ['application', 0, 'Please enter your name'],
  ['application', 2, 'Name cannot be shorter than 3 characters'],
  ['application', 3, null],
  ['application', 64, null],
  ['application', 65, 'Name cannot be longer than 64 characters'],
  ['expert', 1, 'Name cannot be shorter than 2 characters'],
  ['expert', 2, null],
  ['expert', 65, 'Name cannot be longer than 64 characters'],
] as const)('a name for an %s with %i letters: %s', (rules, length, problem) =>
  expect(nameProblem(of(length), REVIEW_RULES[rules])).toBe(problem),
)

test.each([
  ['  Good. \n', 'Good.'],
  ['\u200B \u200B', ''],
  ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
  ['nul \0 bell \u0007 end', 'nul  bell  end'],
  ['e\u0301', 'é'],
  ['<b>bold</b> \u202Edlob', '<b>bold</b> \u202Edlob'],
])('%j is kept as %j', (written, kept) => expect(keptText(written)).toBe(kept))

test('a name is one line', () => expect(keptName(' Ada\n\t King ')).toBe('Ada King'))

test('a text of spaces is trimmed in time that grows with its length', () => {
  // With quadratic time this would take minutes, and the test would end by its own limit.
  expect(keptText(`${of(500_000, ' ')}x${of(500_000, ' ')}`)).toBe('x')
})

test.each([
  [{ rate: 0 }, RATE_MISSING],
  [{ rate: 6 }, RATE_MISSING],
  [{ rate: 2.5 }, RATE_MISSING],
  [{ rate: '5' }, RATE_MISSING],
  [{}, RATE_MISSING],
  [{ rate: 5, review: of(9) }, 'Review cannot be shorter than 10 characters'],
  [{ rate: 5, name: of(65) }, 'Name cannot be longer than 64 characters'],
  [{ rate: 5, review: ` ${of(10)} `, name: ' Ada ' }, null],
  [{ rate: 5, review: null, name: null }, null],
  [{ rate: 5, review: ' ', name: '' }, null],
])('the body %j: %s', (body, problem) => {
  const parsed = ratingBodySchema.safeParse(body)
  expect(parsed.error?.issues[0]?.message ?? null).toBe(problem)
})
