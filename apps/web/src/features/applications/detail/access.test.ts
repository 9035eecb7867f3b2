import { expect, it } from 'vitest'
import { accessLines, accessSummary, accessVerb } from './access.ts'

const access = [
  { group: 'Agents', mode: 'read' },
  { group: 'Chats', mode: 'read' },
  { group: 'Chats', mode: 'write' },
  { group: 'Webhooks', mode: 'write' },
] as const

it('says once for each kind of data what may be done, changes first', () =>
  expect(accessLines([...access]).map((line) => `${accessVerb(line)} ${line.group}`)).toEqual([
    'Can see and change Chats',
    'Can change Webhooks',
    'Can see Agents',
  ]))

it.each([
  [access, 'Can change 2 kinds of data and see 1 more'],
  [access.slice(0, 1), 'Can see 1 kind of data'],
  [access.slice(3), 'Can change 1 kind of data'],
  [[], 'Asks for no access to your data'],
])('sums up %#', (given, expected) => expect(accessSummary({ access: [...given], otherScopes: [] })).toBe(expected))

it('does not call technical permissions no access', () =>
  expect(accessSummary({ access: [], otherScopes: ['multicast:wo'] })).toBe('Asks for technical permissions only'))
