import { describe, expect, it } from 'vitest'
import { InvalidToken, Unreachable } from './accounts-client.ts'
import type { AddressAnswer } from './address-answer.ts'
import type { PopupAnswer } from './ask.ts'
import type { Answer } from './authorize-address.ts'
import { createSessionControl } from './control.ts'
import type { PromptAnswer } from './prompts.ts'
import { NOBODY, reduceSession, type SessionState } from './state.ts'
import { createTransactions } from './transactions.ts'

type World = {
  tab?: string
  cookie?: string
  last?: string | null
  /** Good tokens; whose they are, and who acts. */
  good?: Record<string, { account?: string; actor?: string }>
  /** The accounts server cannot be reached. */
  down?: boolean
  silent?: (state: string) => Answer
  popup?: ((state: string) => PopupAnswer)[]
  answers?: PromptAnswer[]
  address?: AddressAnswer
  begun?: string
  /** Seconds that a token is good for. */
  lasts?: number
  keepsPage?: boolean
}

/** A browser and an accounts server that are played, and everything that the session did to them. */
const play = (world: World) => {
  const done: string[] = []
  let state: SessionState = NOBODY
  let { tab = null, cookie = null, last = null } = world as { tab?: string | null; cookie?: string | null; last?: string | null }
  const kept = new Map<string, string>()
  let count = 0
  let now = 0
  const transactions = createTransactions(
    {
      keys: () => [...kept.keys()],
      read: (key) => kept.get(key) ?? null,
      write: (key, value) => void (value === null ? kept.delete(key) : kept.set(key, value)),
    },
    () => now,
    () => `state-${++count}`,
  )
  if (world.begun !== undefined) transactions.begin(world.begun)
  const good = (token: string) => {
    if (world.down) throw new Unreachable()
    const found = world.good?.[token]
    if (!found) throw new InvalidToken('Cannot fetch info or token is invalid')
    return found
  }
  const control = createSessionControl(
    {
      accounts: {
        info: async (token) => {
          done.push(`info ${token}`)
          const { account = 'a1', actor = null } = good(token)
          return {
            token,
            endsAt: now + (world.lasts ?? 28_800) * 1000,
            accountId: account,
            organizationId: 'o1',
            permissions: [],
            actorEmail: actor,
          }
        },
        answers: async () => {
          done.push('answers')
          return !world.down
        },
        exchange: async ({ code, verifier }) => {
          done.push(`exchange ${code}`)
          if (world.down) throw new Unreachable()
          return verifier.length === 128 ? code : null
        },
        account: async (token, id) => (good(token), { name: `Name of ${id}`, email: `${id}@x.test`, avatar: null }),
        organizationName: async () => 'Organization',
        endSessions: async (token) => {
          done.push(`end sessions ${token}`)
          if (world.down) throw new Unreachable()
        },
        endToken: async (token) => void done.push(`end token ${token}`),
      },
      tokens: {
        ofTab: () => tab,
        ofCookie: () => cookie,
        keep: (token, copy) => {
          tab = token
          if (copy) cookie = token
        },
        forget: (token) => {
          tab = null
          if (cookie === token) cookie = null
        },
        lastAccount: () => last,
        remember: (account) => {
          last = account
        },
      },
      transactions,
      state: () => state,
      send: (event) => {
        state = reduceSession(state, event)
      },
      ask: async (prompt) => {
        done.push(`ask ${prompt.kind}${'error' in prompt ? ` ${prompt.error}` : ''}${'name' in prompt ? ` ${prompt.name}` : ''}`)
        return world.answers?.shift() ?? 'no'
      },
      stopAsking: () => {},
      askSilently: async (asked, organizationId) => {
        done.push(organizationId ? `frame for ${organizationId}` : 'frame')
        return world.silent?.(asked) ?? { error: 'Timeout' }
      },
      askInPopup: async (asked, asOther) => {
        done.push(asOther ? 'popup for another' : 'popup')
        return world.popup?.shift()?.(asked) ?? { gone: 'closed' }
      },
      leave: (_, asOther) => void done.push(asOther ? 'leave for another' : 'leave'),
      go: (to, instead) => void done.push(`go ${to}${instead ? ' instead' : ''}`),
      say: (message) => void done.push(`say ${message}`),
      keepsPage: world.keepsPage ?? false,
      here: () => '/here/',
      partnerType: async () => 'reseller',
      now: () => now,
      random: () => 0,
      alone: (work) => work(),
    },
    world.address ?? null,
  )
  return {
    control,
    done,
    state: () => state,
    kept: () => ({ tab, cookie, last }),
    pass: (seconds: number) => {
      now += seconds * 1000
    },
    /** Another tab writes the cookie that all share. */
    shareCookie: (token: string) => {
      cookie = token
    },
    settle: () => new Promise((go) => setTimeout(go)),
  }
}

const GOOD = { good: { 'dal:good': {} } }
/** An answer whose code is exchanged for this token. */
const withToken =
  (token: string) =>
  (state: string): { code: string; state: string } => ({ code: token, state })

describe('looking who is signed in', () => {
  it.each<[string, World, string[], boolean]>([
    ['nobody, and no sign of anybody: nothing is asked', {}, [], false],
    ['the token of this tab', { ...GOOD, tab: 'dal:good', cookie: 'dal:other' }, ['info dal:good'], true],
    ['the cookie, in a new tab', { ...GOOD, cookie: 'dal:good' }, ['info dal:good'], true],
    [
      'a bad token, and then the cookie',
      { ...GOOD, tab: 'dal:bad', cookie: 'dal:good' },
      ['info dal:bad', 'info dal:good'],
      true,
    ],
    ['a bad token, and never signed in', { tab: 'dal:bad' }, ['info dal:bad'], false],
    [
      'the frame, where somebody was signed in before',
      { ...GOOD, last: 'a1', silent: withToken('dal:good') },
      ['frame', 'exchange dal:good', 'info dal:good'],
      true,
    ],
    ['a frame that does not answer', { last: 'a1' }, ['frame', 'answers'], false],
    [
      'a frame whose answer is not to our question',
      { ...GOOD, last: 'a1', silent: () => ({ code: 'dal:good', state: 'x' }) },
      ['frame'],
      false,
    ],
  ])('%s', async (_, world, done, authorized) => {
    const session = play(world)
    await session.control.start()
    expect(session.done).toEqual(done)
    expect(session.state().isAuthorized).toBe(authorized)
    expect(session.state()).toMatchObject({ isInitialized: true, isFetching: false })
  })

  it('asks once for two who want to know', async () => {
    const session = play({ ...GOOD, tab: 'dal:good' })
    await Promise.all([session.control.start(), session.control.start()])
    expect(session.done).toEqual(['info dal:good'])
  })

  it('keeps that the frame has not answered in time, and nothing else that was asked without a word', async () => {
    const late = play({ last: 'a1' })
    await late.control.start()
    expect(late.state()).toMatchObject({ phase: 'failure', error: 'Timeout' })
    const signedOut = play({ last: 'a1', silent: () => ({ error: 'unauthorized' }) })
    await signedOut.control.start()
    expect(signedOut.state()).toMatchObject({ phase: 'failure', error: null })
  })

  it('tries the frame once and no more', async () => {
    const session = play({ last: 'a1' })
    await session.control.start()
    await session.control.signIn('/')
    expect(session.done).toEqual(['frame', 'answers', 'popup', 'answers', 'ask closed'])
  })

  it('keeps why it has failed for who asks later', async () => {
    const session = play({ tab: 'dal:good', down: true })
    await session.control.start()
    await session.control.start()
    expect(session.state()).toMatchObject({ phase: 'failure', error: 'The accounts server does not answer' })
    expect(session.done).toEqual(['info dal:good'])
  })

  it('tries a token that could not be checked again when the person acts', async () => {
    const world: World = { ...GOOD, tab: 'dal:good', down: true }
    const session = play(world)
    await session.control.start()
    world.down = false
    expect(await session.control.signIn('/')).toBe(true)
    expect(session.done).toEqual(['info dal:good', 'info dal:good'])
  })

  it('forgets a bad token and keeps one that could not be checked', async () => {
    const bad = play({ tab: 'dal:bad', cookie: 'dal:bad' })
    await bad.control.start()
    expect(bad.kept()).toMatchObject({ tab: null, cookie: null })
    const unchecked = play({ tab: 'dal:good', down: true })
    await unchecked.control.start()
    expect(unchecked.kept().tab).toBe('dal:good')
    expect(unchecked.state()).toMatchObject({ phase: 'failure', error: 'The accounts server does not answer' })
  })

  it('learns the person, the organization and the licence', async () => {
    const session = play({ ...GOOD, tab: 'dal:good' })
    await session.control.start()
    await session.settle()
    expect(session.state()).toMatchObject({
      data: { name: 'Name of a1', email: 'a1@x.test', organizationName: 'Organization' },
      isReseller: true,
    })
  })
})

describe('a click on "Sign in"', () => {
  it.each<[string, World, string[], boolean]>([
    ['opens a popup', { ...GOOD, popup: [withToken('dal:good')] }, ['popup', 'exchange dal:good', 'info dal:good'], true],
    [
      'goes on in the popup where cookies of others are blocked',
      { ...GOOD, last: 'a1', silent: () => ({ error: 'unauthorized' }), popup: [withToken('dal:good')] },
      ['frame', 'popup', 'exchange dal:good', 'info dal:good'],
      true,
    ],
    ['needs none where a token is there', { ...GOOD, cookie: 'dal:good' }, ['info dal:good'], true],
    ['says that the popup was blocked', { popup: [() => ({ gone: 'blocked' })] }, ['popup', 'ask blocked'], false],
    ['says that it was closed', { popup: [() => ({ gone: 'closed' })] }, ['popup', 'answers', 'ask closed'], false],
    [
      'opens it again when asked to',
      { ...GOOD, popup: [() => ({ gone: 'closed' }), withToken('dal:good')], answers: ['again'] },
      ['popup', 'answers', 'ask closed', 'popup', 'exchange dal:good', 'info dal:good'],
      true,
    ],
    ['leaves for the accounts server when asked to', { answers: ['tab'] }, ['popup', 'answers', 'ask closed', 'leave'], false],
    [
      'lets somebody else sign in where the account itself is refused',
      {
        ...GOOD,
        popup: [() => ({ error: 'account_suspended', asOther: true }), () => ({ gone: 'closed' }), withToken('dal:good')],
        answers: ['again', 'again'],
      },
      [
        'popup',
        'ask refused account_suspended',
        'popup for another',
        'answers',
        'ask closed',
        'popup for another',
        'exchange dal:good',
        'info dal:good',
      ],
      true,
    ],
    [
      'does so in this tab too',
      { popup: [() => ({ error: 'identity_lost', asOther: true })], answers: ['tab'] },
      ['popup', 'ask refused identity_lost', 'leave for another'],
      false,
    ],
    ['says why it was refused', { popup: [() => ({ error: 'access_denied' })] }, ['popup', 'ask refused access_denied'], false],
    [
      'takes no answer to the question of another',
      { ...GOOD, popup: [() => ({ code: 'dal:good', state: 'x' })] },
      ['popup', 'ask refused Unauthorized transaction'],
      false,
    ],
    [
      'takes no token that the accounts server does not know',
      { popup: [withToken('dal:bad')] },
      ['popup', 'exchange dal:bad', 'info dal:bad', 'ask refused Cannot fetch info or token is invalid'],
      false,
    ],
  ])('%s', async (_, world, done, signedIn) => {
    const session = play(world)
    expect(await session.control.signIn('/apps/')).toBe(signedIn)
    expect(session.done).toEqual(done)
    expect(session.state()).toMatchObject({ isAuthorized: signedIn, isFetching: false })
  })

  it('opens one window for two clicks', async () => {
    const session = play({ ...GOOD, popup: [withToken('dal:good')] })
    await Promise.all([session.control.signIn('/'), session.control.signIn('/')])
    expect(session.done.filter((what) => what === 'popup')).toHaveLength(1)
  })

  it('keeps the token for new tabs, and who it was', async () => {
    const session = play({ ...GOOD, popup: [withToken('dal:good')] })
    await session.control.signIn('/')
    expect(session.kept()).toEqual({ tab: 'dal:good', cookie: 'dal:good', last: 'a1' })
  })
})

describe('a token in the address', () => {
  const answer = (given: Partial<AddressAnswer>): AddressAnswer => ({
    token: null,
    code: null,
    state: '',
    error: '',
    frenzied: false,
    ...given,
  })
  it.each<[string, World, string[], Partial<SessionState>]>([
    [
      'is taken where it answers our own question, and the person is where they were',
      { ...GOOD, begun: '/apps/x/?action=install', address: answer({ code: 'dal:good', state: 'state-1' }) },
      ['exchange dal:good', 'info dal:good', 'go /apps/x/?action=install instead'],
      { isAuthorized: true },
    ],
    [
      'comes before a token that was there already',
      {
        good: { 'dal:good': {}, 'dal:old': {} },
        tab: 'dal:old',
        begun: '',
        address: answer({ code: 'dal:good', state: 'state-1' }),
      },
      ['exchange dal:good', 'info dal:good'],
      { isAuthorized: true },
    ],
    [
      'is refused with the state of another',
      { ...GOOD, begun: '/', address: answer({ token: 'dal:good', state: 'of-a-stranger' }) },
      ['end token dal:good'],
      { isAuthorized: false, error: 'Unauthorized transaction' },
    ],
    [
      'is a refusal that says why, with the way back kept',
      { begun: '/my-apps/', address: answer({ error: 'access_denied', state: 'state-1' }) },
      ['go /sign-in/?to=%2Fmy-apps%2F instead'],
      { isAuthorized: false, error: 'access_denied' },
    ],
    [
      'from elsewhere is not taken without a word',
      { ...GOOD, address: answer({ token: 'dal:good' }) },
      ['info dal:good', 'ask continue Name of a1'],
      { isAuthorized: false, error: null },
    ],
    [
      'from elsewhere is taken from who says so',
      { ...GOOD, address: answer({ token: 'dal:good' }), answers: ['again'] },
      ['info dal:good', 'ask continue Name of a1'],
      { isAuthorized: true },
    ],
    [
      'from elsewhere that is bad is nothing',
      { address: answer({ token: 'dal:bad' }) },
      ['info dal:bad'],
      { isAuthorized: false },
    ],
    [
      'of a ghost that is bad says so',
      { address: answer({ token: 'dal:bad', frenzied: true }) },
      ['info dal:bad', 'say Ghost login failed! Please contact support.'],
      { isAuthorized: false },
    ],
  ])('%s', async (_, world, done, expected) => {
    const session = play(world)
    await session.control.start()
    expect(session.done).toEqual(done)
    expect(session.state()).toMatchObject(expected)
  })
})

describe('a token in the address of a page that is open', () => {
  const come = async (world: World, given: Partial<AddressAnswer>) => {
    const session = play({ good: { 'dal:good': {}, 'dal:new': {}, 'dal:other': { account: 'a2' } }, ...world })
    await session.control.start()
    session.done.length = 0
    await session.control.takeAddress({ token: null, code: null, state: '', error: '', frenzied: false, ...given })
    return session
  }

  it('goes the same way as at the beginning', async () => {
    const session = await come({ begun: '/my-apps/' }, { code: 'dal:good', state: 'state-1' })
    expect(session.done).toEqual(['exchange dal:good', 'info dal:good', 'go /my-apps/ instead'])
    expect(session.state()).toMatchObject({ isAuthorized: true, isFetching: false })
  })

  it('is thrown away where it is of who is signed in already', async () => {
    const session = await come({ tab: 'dal:good', begun: '' }, { code: 'dal:new', state: 'state-1' })
    expect(session.done).toEqual(['exchange dal:new', 'info dal:new', 'end token dal:new'])
    expect(session.state()).toMatchObject({ phase: 'success', data: { token: 'dal:good' } })
  })

  it('takes the place of somebody else’s', async () => {
    const session = await come({ tab: 'dal:good', begun: '' }, { code: 'dal:other', state: 'state-1' })
    expect(session.state()).toMatchObject({ phase: 'success', data: { token: 'dal:other' } })
  })

  it.each([{ token: 'dal:bad' }, { code: 'dal:bad', state: 'state-1' }, { error: 'access_denied', state: 'state-1' }])(
    'leaves who is signed in as they were: %j',
    async (given) => {
      const session = await come({ tab: 'dal:good', begun: '' }, given)
      expect(session.state()).toMatchObject({ phase: 'success', isFetching: false, data: { token: 'dal:good' } })
      expect(session.kept().tab).toBe('dal:good')
    },
  )

  it('that answers what was answered before is thrown away, and leads to where the person was', async () => {
    const session = await come({ begun: '/my-apps/' }, { code: 'dal:good', state: 'state-1' })
    session.done.length = 0
    await session.control.takeAddress({ token: null, code: 'dal:new', state: 'state-1', error: '', frenzied: false })
    expect(session.done).toEqual(['go /my-apps/ instead'])
    expect(session.state()).toMatchObject({ phase: 'success', data: { token: 'dal:good' } })
  })

  it('is never ended while it is in use', async () => {
    const session = await come({ tab: 'dal:good' }, { token: 'dal:good', state: 'of-a-stranger' })
    expect(session.done).toEqual([])
  })
})

describe('a ghost', () => {
  const world = (): World => ({
    good: { 'dal:ghost': { account: 'a2', actor: 'support@x.test' }, 'dal:own': {} },
    cookie: 'dal:own',
    last: 'a1',
    address: { token: 'dal:ghost', code: null, state: '', error: '', frenzied: true },
    answers: ['again'],
  })

  it('is known by the accounts server’s word, and stays in this tab', async () => {
    const session = play(world())
    await session.control.start()
    expect(session.state()).toMatchObject({ isGhostLogin: true, actorEmail: 'support@x.test' })
    expect(session.kept()).toEqual({ tab: 'dal:ghost', cookie: 'dal:own', last: 'a1' })
  })

  it('stops, and is whoever it was before', async () => {
    const session = play(world())
    await session.control.start()
    await session.control.stopGhost()
    expect(session.done).toContain('end token dal:ghost')
    expect(session.state()).toMatchObject({ isGhostLogin: false, isAuthorized: true, data: { token: 'dal:own' } })
  })

  it('is not ended by a sign-out in another tab', async () => {
    const session = play(world())
    await session.control.start()
    session.control.followTab(null)
    expect(session.state().isGhostLogin).toBe(true)
  })
})

describe('the end', () => {
  const signedIn = async (world: World = {}) => {
    const session = play({ ...GOOD, tab: 'dal:good', cookie: 'dal:good', last: 'a1', ...world })
    await session.control.start()
    session.done.length = 0
    return session
  }

  it('clears everything, and goes home', async () => {
    const session = await signedIn()
    await session.control.signOut()
    expect(session.done).toEqual(['end sessions dal:good', 'go /'])
    expect(session.kept()).toEqual({ tab: null, cookie: null, last: null })
    expect(session.state()).toMatchObject({ isAuthorized: false, data: null })
  })

  it('does so too where the accounts server cannot be told, and says it', async () => {
    const world: World = { ...GOOD, tab: 'dal:good' }
    const session = play(world)
    await session.control.start()
    world.down = true
    await session.control.signOut()
    expect(session.state().isAuthorized).toBe(false)
    expect(session.done).toContain('say You are signed out here. The accounts server could not be told.')
  })

  it('comes with a token that the product refuses: once, and in words', async () => {
    const session = await signedIn()
    session.control.lost('dal:good')
    session.control.lost('dal:good')
    expect(session.done).toEqual([
      "say We couldn't authorize your request as you've been logged out. Log in and try again.",
      'go /',
    ])
    expect(session.kept()).toEqual({ tab: null, cookie: null, last: null })
  })

  it('does not come to a page that keeps what was typed: it asks for the sign-in, and goes on as the same person', async () => {
    const session = await signedIn({
      keepsPage: true,
      good: { 'dal:good': {}, 'dal:new': {} },
      answers: ['again'],
      popup: [withToken('dal:new')],
    })
    await session.control.lost('dal:good')
    expect(session.done).toEqual(['ask expired', 'popup', 'exchange dal:new', 'info dal:new'])
    expect(session.state().data?.token).toBe('dal:new')
  })

  it('does not come with a token of before', async () => {
    const session = await signedIn()
    session.control.lost('dal:older')
    expect(session.state().isAuthorized).toBe(true)
  })

  it('comes from another tab, and is not passed on', async () => {
    const session = await signedIn()
    session.control.followTab(null)
    expect(session.state().isAuthorized).toBe(false)
    expect(session.done).toEqual([])
  })

  it('is a beginning where another tab has signed in as somebody else', async () => {
    const session = await signedIn({ good: { 'dal:good': {}, 'dal:other': { account: 'a2' } }, cookie: 'dal:other' })
    expect(session.state().data?.accountId).toBe('a1')
    session.control.followTab('a2')
    await session.control.start()
    expect(session.state().data?.accountId).toBe('a2')
  })
})

describe('an end by age', () => {
  const expired = async (world: World = {}) => {
    const session = play({ ...GOOD, tab: 'dal:good', lasts: 60, ...world })
    await session.control.start()
    session.pass(60)
    session.done.length = 0
    return session
  }

  it('is said, and takes nothing away', async () => {
    const session = await expired()
    await session.control.renew()
    await session.settle()
    expect(session.done).toEqual(['frame for o1', 'ask expired'])
    expect(session.state()).toMatchObject({ isAuthorized: true, data: { token: 'dal:good' } })
  })

  it('is said too, and leads nowhere else, where the product notices it first', async () => {
    const session = await expired()
    session.control.lost('dal:good')
    await session.settle()
    expect(session.done).toEqual(['ask expired'])
    expect(session.state().isAuthorized).toBe(true)
  })

  it('goes on with a window, for the same person on the same page', async () => {
    const session = await expired({
      good: { 'dal:good': {}, 'dal:new': {} },
      answers: ['again'],
      popup: [withToken('dal:new')],
    })
    session.control.lost('dal:good')
    await session.settle()
    expect(session.done).toEqual(['ask expired', 'popup', 'exchange dal:new', 'info dal:new'])
    expect(session.state()).toMatchObject({ phase: 'success', isFetching: false, data: { token: 'dal:new', name: 'Name of a1' } })
  })

  it('leaves everything where the window is closed, or refuses', async () => {
    const session = await expired({
      answers: ['again', 'again'],
      popup: [() => ({ gone: 'closed' }), () => ({ error: 'access_denied' })],
    })
    session.control.lost('dal:good')
    await session.settle()
    expect(session.done).toEqual(['ask expired', 'popup', 'answers', 'ask closed', 'popup', 'ask refused access_denied'])
    expect(session.state()).toMatchObject({ phase: 'success', isAuthorized: true, data: { token: 'dal:good' } })
  })
})

describe('an accounts server that does not answer', () => {
  it('is no word about who is signed in', async () => {
    const session = play({ ...GOOD, tab: 'dal:good', down: true })
    await session.control.start()
    expect(session.state()).toMatchObject({ isUnreachable: true, error: 'The accounts server does not answer' })
    expect(session.kept().tab).toBe('dal:good')
  })

  it('is told from a frame that is slow', async () => {
    const down = play({ last: 'a1', down: true })
    await down.control.start()
    expect(down.state().isUnreachable).toBe(true)
    const slow = play({ last: 'a1' })
    await slow.control.start()
    expect(slow.state()).toMatchObject({ isUnreachable: false, error: 'Timeout' })
  })

  it('is asked again, the silent way too, as soon as the person wants', async () => {
    const world: World = { ...GOOD, last: 'a1', down: true }
    const session = play(world)
    await session.control.start()
    world.down = false
    world.silent = withToken('dal:good')
    await session.control.lookAgain()
    expect(session.state()).toMatchObject({ isUnreachable: false, isAuthorized: true })
  })

  it('opens no window, and one that was empty is not called closed', async () => {
    const known = play({ ...GOOD, tab: 'dal:good', down: true, answers: ['again'] })
    expect(await known.control.signIn('/')).toBe(false)
    expect(known.done).toEqual(['info dal:good', 'ask unreachable', 'info dal:good', 'ask unreachable'])
    const unknown = play({ down: true })
    await unknown.control.signIn('/')
    expect(unknown.done).toEqual(['popup', 'answers', 'ask unreachable'])
  })

  it('is said too where it stops answering between the code and the token', async () => {
    const session = play({ popup: [withToken('dal:good')], down: true })
    await session.control.signIn('/')
    expect(session.done).toEqual(['popup', 'exchange dal:good', 'ask unreachable'])
  })
})

describe('other tabs', () => {
  it('sign this one in, whoever was here before', async () => {
    const session = play(GOOD)
    await session.control.start()
    expect(session.state().isAuthorized).toBe(false)
    session.shareCookie('dal:good')
    session.control.followTab('a1')
    await session.control.start()
    expect(session.state()).toMatchObject({ isAuthorized: true, data: { accountId: 'a1' } })
  })

  it('have renewed the token of this one', async () => {
    const session = play({ good: { 'dal:good': {}, 'dal:new': {} }, tab: 'dal:good' })
    await session.control.start()
    session.pass(1)
    session.shareCookie('dal:new')
    session.control.followTab('a1')
    await session.settle()
    expect(session.state()).toMatchObject({ data: { token: 'dal:new', name: 'Name of a1' } })
  })
})
