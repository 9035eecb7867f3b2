import { expect, test } from 'vitest'
import { listRuleOf } from './application-list.ts'

test.each([
  [null, true],
  [{ mode: 'off', listed: true }, true],
  [{ mode: 'off', listed: false }, true],
  [{ mode: 'allow', listed: true }, true],
  [{ mode: 'allow', listed: false }, false],
  [{ mode: 'block', listed: true }, false],
  [{ mode: 'block', listed: false }, true],
] as const)('the list %j lets an application in: %s', (state, allows) =>
  expect(listRuleOf(state && { ...state, reason: '' }).allows).toBe(allows),
)

test('the rule has the owner’s reason, or says whom to ask', () => {
  expect(listRuleOf({ mode: 'block', listed: true, reason: 'Legal looks at it.' }).reason).toBe('Legal looks at it.')
  expect(listRuleOf({ mode: 'block', listed: true, reason: '' }).reason).toBe('Ask your administrator.')
})
