import { expect, it } from 'vitest'
import { replacedIn } from './use-replaced.ts'

const many = Array.from({ length: 500 }, (_, index) => `charge-${index}`)

it.each<[string, string[]]>([
  ['', []],
  ['replaces=', []],
  ['replaces=monthly', ['monthly']],
  ['replaces=monthly,own,monthly,yearly', ['monthly', 'yearly']],
  ['replaces=..%2Fx,%00,a b,constructor,__proto__', ['constructor', '__proto__']],
  [`replaces=${'x'.repeat(101)}`, []],
])('the charges that %j replaces', (search, ids) => expect(replacedIn(new URLSearchParams(search), 'own')).toEqual(ids))

it('reads no more than some of them', () =>
  expect(replacedIn(new URLSearchParams({ replaces: many.join(',') }), 'own')).toHaveLength(10))
