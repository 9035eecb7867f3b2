import { CallError } from '@marketplace/contracts/api/client'
import { expect, test, vi } from 'vitest'
import { placeFailure, sentenceOf } from './place-failure.ts'

const place = (error: unknown): Record<string, string> => {
  const placed: Record<string, string> = {}
  const setError = vi.fn((field: string, { message = '' }: { message?: string }) => void (placed[field] = message))
  placeFailure({ setError, getValues: (() => ({ name: '', agents: [] })) as never }, error)
  return placed
}
const refused = (...fields: { field: string; message: string }[]) =>
  new CallError('INVALID_PARAMETERS', 400, 'Some of the parameters are not valid.', fields)

test('a message of the API about a field is shown at that field', () => {
  expect(place(refused({ field: 'name', message: 'is empty' }, { field: 'agents/3', message: 'Invalid input' }))).toEqual({
    name: 'is empty',
    agents: 'Invalid input',
  })
})

test('a message about no field of the form is shown above the buttons', () => {
  const { root, constructor } = place(refused({ field: 'constructor', message: 'is missing' }))
  expect(root).toBe('Some of the parameters are not valid. Nothing was changed. Look at what you have entered.')
  expect(constructor).toBe(Object.prototype.constructor)
})

test('whether it was saved is said only where that is sure', () => {
  expect(place(new CallError('FORBIDDEN', 403, 'You may not do this.')).root).toContain('Nothing was changed.')
  for (const error of [new CallError('UNEXPECTED_ERROR', 500, 'x'), new TypeError('Failed to fetch')])
    expect(place(error).root).toContain('It may have been saved all the same')
})

test.each([
  ['is empty', 'It is empty.'],
  ['Invalid input', 'Invalid input.'],
  [undefined, undefined],
])('a field that %s is told so in a sentence', (message, sentence) => expect(sentenceOf(message)).toBe(sentence))
