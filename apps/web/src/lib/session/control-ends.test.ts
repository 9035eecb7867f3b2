import { describe, expect, it } from 'vitest'
import { GOOD, play, withToken, type World } from './test-session.ts'

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
