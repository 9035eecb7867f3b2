import { expect, it } from 'vitest'
import { accessSummary, accessVerb, changesFirst } from './access.ts'

const agents = { group: 'Agents', mode: 'read' } as const
const chats = { group: 'Chats', mode: 'write' } as const
const webhooks = { group: 'Webhooks', mode: 'write' } as const

it('says for each kind of data what may be done, changes first', () =>
  expect(changesFirst([agents, chats, webhooks]).map((line) => `${accessVerb(line)} ${line.group}`)).toEqual([
    'Can see and change Chats',
    'Can see and change Webhooks',
    'Can see Agents',
  ]))

it.each([
  [[agents, chats, webhooks], [], 'Can change 2 kinds of data and see 1 more'],
  [[chats], [], 'Can change 1 kind of data'],
  [[agents], [], 'Can see 1 kind of data, and change none'],
  [[], ['multicast'], 'Asks for technical permissions only'],
  [[], [], 'Asks for no access to your data'],
])('sums up %#', (access, otherScopes, expected) =>
  expect(accessSummary({ access, otherScopes, accessStated: true })).toBe(expected),
)

it('says nothing for an application that does not say', () =>
  expect(accessSummary({ access: [], otherScopes: [], accessStated: false })).toBeNull())
