// A fake browser and session for tests.
import { InvalidToken, Unreachable } from './accounts-client.ts'
import type { AddressAnswer } from './address-answer.ts'
import type { PopupAnswer } from './ask.ts'
import type { SignInAnswer } from './authorize-address.ts'
import { createSessionControl } from './control.ts'
import type { PromptAnswer } from './prompts.ts'
import { NOBODY, reduceSession, type SessionState } from './state.ts'
import { createPendingSignIns } from './pending-sign-ins.ts'

export type World = {
  tab?: string
  cookie?: string
  last?: string | null
  /** Valid tokens, with their account and acting person. */
  good?: Record<string, { account?: string; actor?: string }>
  /** Whether the accounts server cannot be reached. */
  down?: boolean
  silent?: (state: string) => SignInAnswer
  popup?: ((state: string) => PopupAnswer)[]
  answers?: PromptAnswer[]
  address?: AddressAnswer
  begun?: string
  /** Seconds until a token expires. */
  lasts?: number
  keepsPage?: boolean
}

/** A fake browser and accounts server, which record everything that the session does to them. */
export const play = (world: World) => {
  const done: string[] = []
  let state: SessionState = NOBODY
  let { tab = null, cookie = null, last = null } = world as { tab?: string | null; cookie?: string | null; last?: string | null }
  const kept = new Map<string, string>()
  let count = 0
  let now = 0
  const transactions = createPendingSignIns(
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
      later: (work) => work(),
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
    /** Another tab writes the shared cookie. */
    shareCookie: (token: string) => {
      cookie = token
    },
    settle: () => new Promise((go) => setTimeout(go)),
  }
}

export const GOOD = { good: { 'dal:good': {} } }
/** An answer whose code is exchanged for this token. */
export const withToken =
  (token: string) =>
  (state: string): { code: string; state: string } => ({ code: token, state })
