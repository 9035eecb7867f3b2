import { describe, expect, it } from 'vitest'
import type { AddressAnswer } from './address-answer.ts'
import type { SessionState } from './state.ts'
import { GOOD, play, withToken, type World } from './test-session.ts'

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
