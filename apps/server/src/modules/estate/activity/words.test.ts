import { ACTIVITY_KINDS } from '@marketplace/contracts/estate/lists'
import { describe, expect, test } from 'vitest'
import { actionsOf, describeAction } from './words.ts'

type Details = Parameters<typeof describeAction>[1]

describe('the description of an action for administrators', () => {
  test.each<[string, Details, string, string]>([
    ['application.installed', {}, 'applications', 'Installed it'],
    ['application.uninstalled', {}, 'applications', 'Uninstalled it'],
    ['application.uninstalled', { rolledBack: true }, 'applications', 'Took back the install of a purchase'],
    ['application.agents-changed', { agents: null }, 'access', 'Let everybody use it'],
    ['application.agents-changed', {}, 'access', 'Let everybody use it'],
    ['application.agents-changed', { agents: ['a'] }, 'access', 'Chose 1 person who may use it'],
    ['application.agents-changed', { agents: ['a', 'b'] }, 'access', 'Chose 2 people who may use it'],
    ['application.agents-changed', { agents: [] }, 'access', 'Chose 0 people who may use it'],
    ['access.requested', { asked: ['a'] }, 'access', 'Asked 1 administrator for it'],
    ['access.requested', { asked: ['a', 'b', 'c'] }, 'access', 'Asked 3 administrators for it'],
    ['access.requested', { asked: 'nobody' }, 'access', 'Asked 0 administrators for it'],
    ['session.started', {}, 'people', 'Signed in'],
    ['charge.renewed', {}, 'purchases', 'A charge was renewed'],
  ])('%s %j', (action, details, kind, words) => expect(describeAction(action, details)).toEqual({ kind, words }))

  const LIST = 'organization.application-list-changed'
  test.each<[Details, string]>([
    [{ from: 'off', to: 'block', added: ['a'], removed: [] }, 'Changed the list of apps: no list → all but listed apps, 1 added'],
    [
      { from: 'allow', to: 'off', added: [], removed: ['a', 'b'] },
      'Changed the list of apps: only listed apps → no list, 2 removed',
    ],
    [{ from: 'block', to: 'block', added: ['a'], removed: ['b'] }, 'Changed the list of apps, 1 added, 1 removed'],
    [{ from: 'allow', to: 'allow', added: [], removed: [] }, 'Changed the list of apps'],
    [{ from: 'constructor', to: 'off', added: [], removed: [] }, 'Changed the list of apps:  → no list'],
  ])('a changed list: %j', (details, words) => expect(describeAction(LIST, details)).toEqual({ kind: 'rules', words }))

  test.each(['gone.action', 'constructor', '__proto__', ''])('an action that there is no more keeps its name: %s', (action) => {
    expect(describeAction(action, {})).toEqual({ kind: 'people', words: action })
  })
})

describe('the kinds of activity', () => {
  test.each(ACTIVITY_KINDS)('%s has actions, and each is of this kind', (kind) => {
    const actions = actionsOf(kind)
    expect(actions.length).toBeGreaterThan(0)
    for (const action of actions) {
      const described = describeAction(action, {})
      expect(described.kind).toBe(kind)
      // A sentence for people: never the name of the action.
      expect(described.words).toMatch(/^[A-Z][^.]*$/)
      expect(described.words).not.toContain(action)
    }
  })

  test('no action is of two kinds', () => {
    const all = ACTIVITY_KINDS.flatMap((kind) => actionsOf(kind))
    expect(new Set(all).size).toBe(all.length)
  })
})
