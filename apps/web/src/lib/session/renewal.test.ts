import { expect, describe, it } from 'vitest'
import { InvalidToken, Unreachable } from './accounts-client.ts'
import type { SignInAnswer } from './authorize-address.ts'
import { createEntrance } from './entrance.ts'
import { createRenewal } from './renewal.ts'
import type { SessionEffects } from './session-effects.ts'
import { type Granted, NOBODY, reduceSession, type SessionState } from './state.ts'
import { createPendingSignIns } from './pending-sign-ins.ts'

const EIGHT_HOURS = 28_800_000
const MINUTE = 60_000

const grantedOf = (token: string, more: Partial<Granted> = {}): Granted => ({
  token,
  endsAt: EIGHT_HOURS,
  accountId: 'a1',
  organizationId: 'o1',
  permissions: [],
  actorEmail: null,
  ...more,
})

type World = {
  /** Tokens that the accounts server accepts. */
  good?: Record<string, Partial<Granted>>
  own?: Partial<Granted>
  cookie?: string
  answer?: (state: string) => SignInAnswer
  down?: boolean
  random?: number
}

/** One signed-in tab, and the effects of another tab on it. */
const openTab = (world: World) => {
  const done: string[] = []
  let now = 0
  let cookie = world.cookie ?? 'dal:own'
  let state: SessionState = reduceSession(NOBODY, { type: 'authorized', granted: grantedOf('dal:own', world.own) })
  const kept = new Map<string, string>()
  const known = async (token: string): Promise<Granted> => {
    if (world.down) throw new Unreachable()
    const found = world.good?.[token]
    if (!found) throw new InvalidToken('unknown')
    return grantedOf(token, { endsAt: now + EIGHT_HOURS, ...found })
  }
  const transactions = createPendingSignIns(
    {
      keys: () => [...kept.keys()],
      read: (key) => kept.get(key) ?? null,
      write: (key, value) => void (value === null ? kept.delete(key) : kept.set(key, value)),
    },
    () => now,
  )
  const effects: SessionEffects = {
    accounts: {
      info: (token) => (done.push(`info ${token}`), known(token)),
      answers: async () => !world.down,
      exchange: async ({ code }) => code,
      account: async () => ({ name: 'Name', email: 'e@x.test', avatar: null }),
      organizationName: async () => 'Organization',
      endSessions: async () => {},
      endToken: async (token) => void done.push(`end ${token}`),
    },
    tokens: {
      ofTab: () => state.data?.token ?? null,
      ofCookie: () => cookie,
      keep: (token, copy) => {
        done.push(`keep ${token}${copy ? ' for new tabs' : ''}`)
        if (copy) cookie = token
      },
      forget: () => {},
      lastAccount: () => 'a1',
      remember: (account) => void done.push(`tell ${account}`),
    },
    transactions,
    state: () => state,
    send: (event) => {
      state = reduceSession(state, event)
    },
    ask: async () => 'no',
    stopAsking: () => {},
    askSilently: async (asked, organizationId) => {
      done.push(`frame for ${organizationId}`)
      return world.answer?.(asked) ?? { error: 'Timeout' }
    },
    askInPopup: async () => ({ gone: 'closed' }),
    leave: () => {},
    go: () => {},
    here: () => '/',
    say: () => {},
    later: (work) => work(),
    keepsPage: false,
    partnerType: async () => null,
    now: () => now,
    random: () => world.random ?? 0,
    alone: (work) => work(),
  }
  const renewal = createRenewal(
    effects,
    createEntrance(effects, () => {}),
    () => void done.push('expire'),
  )
  return {
    done,
    renewal,
    /** The number of sign-ins under way in this tab's storage. */
    underWay: () => kept.size,
    data: () => state.data,
    at: async (time: number) => {
      now = time
      done.length = 0
      await renewal.check()
    },
    shareCookie: (token: string) => {
      cookie = token
    },
  }
}

const withCode =
  (code: string) =>
  (state: string): SignInAnswer => ({ code, state })
const NEW = { good: { 'dal:new': {} }, answer: withCode('dal:new') }
const BEFORE_END = EIGHT_HOURS - 5 * MINUTE

describe('when a session is renewed', () => {
  it.each([
    [0, BEFORE_END],
    [0.5, BEFORE_END - MINUTE / 2],
    [1, BEFORE_END - MINUTE],
  ])('with a spread of %d, from then on and not before', async (random, from) => {
    const tab = openTab({ ...NEW, random })
    await tab.at(from - 1)
    expect(tab.done).toEqual([])
    await tab.at(from)
    expect(tab.done).toEqual(['frame for o1', 'info dal:new', 'keep dal:new for new tabs', 'tell a1'])
    expect(tab.data()).toMatchObject({ token: 'dal:new', endsAt: from + EIGHT_HOURS })
    expect(tab.underWay()).toBe(0)
  })

  it('is done after a long sleep too, and then nothing has ended', async () => {
    const tab = openTab(NEW)
    await tab.at(3 * EIGHT_HOURS)
    expect(tab.data()?.token).toBe('dal:new')
    expect(tab.done).not.toContain('expire')
  })

  it('is asked for once, however many want to know', async () => {
    const tab = openTab(NEW)
    await Promise.all([tab.at(BEFORE_END), tab.at(BEFORE_END)])
    expect(tab.done.filter((what) => what.startsWith('frame'))).toHaveLength(1)
  })

  it('is not asked for who browses as somebody else: the answer would be for another', async () => {
    const tab = openTab({ ...NEW, own: { actorEmail: 'support@x.test' } })
    await tab.at(EIGHT_HOURS)
    expect(tab.done).toEqual([])
  })
})

describe('a renewal by another tab', () => {
  it('serves this one: nothing is asked but whose the token is', async () => {
    const tab = openTab(NEW)
    tab.shareCookie('dal:new')
    await tab.at(BEFORE_END)
    expect(tab.done).toEqual(['info dal:new', 'keep dal:new'])
    expect(tab.data()?.token).toBe('dal:new')
  })

  it('is taken over as soon as that tab tells', async () => {
    const tab = openTab(NEW)
    tab.shareCookie('dal:new')
    await tab.at(MINUTE)
    expect(tab.done).toEqual([])
    await tab.renewal.adopt()
    expect(tab.data()?.token).toBe('dal:new')
  })

  it.each<[string, Partial<Granted>]>([
    ['an older token', { endsAt: 1 }],
    ['a token of somebody else', { accountId: 'a2' }],
    ['a token for another organization', { organizationId: 'o2' }],
  ])('is not %s', async (_, granted) => {
    const tab = openTab({ good: { 'dal:other': granted }, cookie: 'dal:other' })
    await tab.renewal.adopt()
    expect(tab.data()?.token).toBe('dal:own')
  })

  it('does not stand in the way where its token is no good any more', async () => {
    const tab = openTab({ ...NEW, cookie: 'dal:bad' })
    await tab.at(BEFORE_END)
    expect(tab.data()?.token).toBe('dal:new')
  })
})

describe('a renewal that fails', () => {
  it.each<[string, World]>([
    ['nobody answers', {}],
    ['nobody is signed in there any more', { answer: () => ({ error: 'unauthorized' }) }],
    ['the accounts server is out of reach', { ...NEW, down: true }],
    ['the answer is to the question of another', { ...NEW, answer: () => ({ code: 'dal:new', state: 'x' }) }],
    ['the token is no good', { ...NEW, good: {} }],
    ['it is somebody else who is signed in there', { ...NEW, good: { 'dal:new': { accountId: 'a2' } } }],
  ])('changes nothing until the end, and says that once: %s', async (_, world) => {
    const tab = openTab(world)
    await tab.at(EIGHT_HOURS - 1)
    expect(tab.data()?.token).toBe('dal:own')
    expect(tab.done).not.toContain('expire')
    await tab.at(EIGHT_HOURS)
    expect(tab.done.at(-1)).toBe('expire')
    expect(tab.data()?.token).toBe('dal:own')
    await tab.at(EIGHT_HOURS + MINUTE)
    expect(tab.done).not.toContain('expire')
  })

  it('ends the token of somebody else that nobody will use', async () => {
    const tab = openTab({ ...NEW, good: { 'dal:new': { accountId: 'a2' } } })
    await tab.at(BEFORE_END)
    expect(tab.done).toContain('end dal:new')
  })

  it('is tried again', async () => {
    const world: World = { ...NEW, down: true }
    const tab = openTab(world)
    await tab.at(BEFORE_END)
    world.down = false
    await tab.at(BEFORE_END + MINUTE)
    expect(tab.data()?.token).toBe('dal:new')
  })
})
