import { expect, test } from 'vitest'
import { type VisitorField, visitorFieldProblem } from './visitor-fields.ts'

const a = (length: number) => 'a'.repeat(length)
const SHORT_REVIEW = 'Please enter your review'
const LONG_REVIEW = 'Review cannot be longer than 255 characters'
const SHORT_NAME = 'Please enter your name'
const LONG_NAME = 'Name cannot be longer than 64 characters'
const NO_EMAIL = 'Please enter your e-mail address'
const NO_WEBSITE = 'Please enter an address such as https://example.com'

test.each<[VisitorField, string, string | null]>([
  ['comment', '', SHORT_REVIEW],
  ['comment', a(1), SHORT_REVIEW],
  ['comment', '  a  ', SHORT_REVIEW],
  ['comment', a(2), null],
  ['comment', a(255), null],
  ['comment', ` ${a(255)}\n`, null],
  ['comment', a(256), LONG_REVIEW],
  ['comment', '\u200b\u200b', SHORT_REVIEW],
  ['comment', '🙂'.repeat(255), null],
  ['comment', '🙂'.repeat(256), LONG_REVIEW],
  ['name', '\u200b\u200b', SHORT_NAME],
  ['name', '', SHORT_NAME],
  ['name', a(1), SHORT_NAME],
  ['name', a(2), null],
  ['name', a(64), null],
  ['name', a(65), LONG_NAME],
  ['surname', '', null],
  ['surname', a(64), null],
  ['surname', a(65), 'Surname cannot be longer than 64 characters'],
  ['message', a(1), 'Please enter your message'],
  ['message', a(2_000), null],
  ['message', a(2_001), 'Message cannot be longer than 2000 characters'],
  ['userEmail', '', NO_EMAIL],
  ['userEmail', 'ada', NO_EMAIL],
  ['userEmail', 'ada@one@two', NO_EMAIL],
  ['userEmail', `ada@${a(251)}`, NO_EMAIL],
  ['userEmail', ' ada@example.test ', null],
  ['website', '', null],
  ['website', 'example.com', NO_WEBSITE],
  ['website', 'javascript:alert(1)', NO_WEBSITE],
  ['website', `https://example.com/${a(255)}`, NO_WEBSITE],
  ['website', 'https://bank.example@phish.example', NO_WEBSITE],
  ['website', 'https://example.com', null],
])('%s %j: %s', (field, typed, problem) => expect(visitorFieldProblem(field, typed)).toBe(problem))
