import { CallError } from '@marketplace/contracts/api/client'
import { REFUSALS } from '@marketplace/contracts/analytics/events'
import { ERRORS, type ErrorCode } from '@marketplace/contracts/core/errors'
import { expect, test } from 'vitest'
import { BlockedCall } from '../../lib/session/watched-fetch.ts'
import { NotDone, refusalWord } from './install-texts.ts'

const refused = (code: ErrorCode) => new CallError(code, ERRORS[code].status, '')

const CAUSES = [
  ['no permission', refused('INSTALL_NOT_ALLOWED'), 'permission'],
  ['only owners may', refused('INSTALL_OWNER_ONLY'), 'permission'],
  ['it needs a billing permission', refused('INSTALL_NEEDS_BILLING'), 'permission'],
  ['it needs scopes that the person lacks', refused('INSTALL_NEEDS_SCOPES'), 'permission'],
  ['the licence is inactive', refused('LICENSE_INACTIVE'), 'licence'],
  ['the plan is too small', refused('PLAN_TEAM_NEEDED'), 'plan'],
  ['it has to be bought', refused('PAYMENT_DUE'), 'payment'],
  ['it is under maintenance', refused('UNDER_MAINTENANCE'), 'rule'],
  ['the organization does not allow it', refused('APPLICATION_NOT_ALLOWED'), 'rule'],
  ['the answer says that it was not done', new NotDone('Not now'), 'rule'],
  ['the server fails', refused('UNEXPECTED_ERROR'), 'server'],
  ['another product does not answer', refused('SPECIAL_INSTALL_UNANSWERED'), 'server'],
  ['there is no answer', new TypeError('Failed to fetch'), 'network'],
  ['something in the browser stops the call', new BlockedCall(), 'network'],
] as const

test.each(CAUSES)('a failed install is counted by its cause: %s', (_cause, error, word) => expect(refusalWord(error)).toBe(word))

test('each declared cause has an example', () => expect(new Set(CAUSES.map(([, , word]) => word))).toEqual(new Set(REFUSALS)))
