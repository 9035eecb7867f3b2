import { describe, expect, test } from 'vitest'
import type { Role } from '@marketplace/contracts/core/roles'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Identity, Membership } from '../../accounts/index.ts'
import type { OAuthClient } from '../../clients/repository.ts'
import { decide, decideConsent, type Grant, grantedScopes, type Situation } from './decide.ts'
import { type AuthorizeRequest, type Prompt, readRequest } from './read-request.ts'

const CLIENT: OAuthClient = {
  id: 'client',
  name: 'Client',
  type: 'javascript_app',
  secretHash: null,
  redirectUris: ['https://app.example/'],
  redirectMatch: 'under',
  scopes: ['integrations_manage', 'billing_manage', 'chats--all:ro'],
  responseTypes: ['code', 'token'],
  challengeForms: ['S256'],
  pkceRequired: true,
  trusted: false,
  createdAt: new Date(0),
}
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const QUERY = { client_id: 'client', redirect_uri: 'https://app.example/page', response_type: 'token' }

describe('readRequest', () => {
  const read = (more: Record<string, string | string[]>, client: OAuthClient | null = CLIENT) =>
    readRequest({ ...QUERY, ...more }, client)
  const unusable = (exception: string, details: string, byMessage = false) => ({
    kind: 'unusable',
    byMessage,
    refusal: { oauth_exception: exception, exception_details: details },
  })

  test('a request without a known client and a registered address is unusable', () => {
    expect(read({}, null)).toEqual(unusable('unauthorized_client', 'client_id_not_found'))
    expect(read({ redirect_uri: '' })).toEqual(unusable('invalid_request', 'redirect_uri_not_set'))
    expect(read({ redirect_uri: 'https://evil.example/' })).toEqual(unusable('invalid_request', 'invalid_redirect_uri'))
    expect(read({ redirect_uri: ['https://app.example/', 'https://app.example/'] })).toEqual(
      unusable('invalid_request', 'invalid_redirect_uri'),
    )
    expect(read({ flow: 'button' }, null)).toEqual(unusable('unauthorized_client', 'client_id_not_found', true))
  })

  test('a client with exact matching has to name a registered address', () => {
    const exact: OAuthClient = { ...CLIENT, redirectMatch: 'exact' }
    expect(read({}, exact)).toEqual(unusable('invalid_request', 'invalid_redirect_uri'))
    expect(read({ redirect_uri: 'https://app.example/' }, exact)).toMatchObject({ kind: 'request' })
  })

  test('a client that is registered for codes is refused a token, and the other way round', () => {
    const challenge = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }
    const refused = { kind: 'refused', refusal: { oauth_exception: 'unsupported_response_type' } }
    const codes: OAuthClient = { ...CLIENT, responseTypes: ['code'] }
    expect(read({ response_type: 'token' }, codes)).toMatchObject(refused)
    expect(read({ response_type: 'code', ...challenge }, codes)).toMatchObject({ kind: 'request' })
    const tokens: OAuthClient = { ...CLIENT, responseTypes: ['token'] }
    expect(read({ response_type: 'token' }, tokens)).toMatchObject({ kind: 'request' })
    expect(read({ response_type: 'code', ...challenge }, tokens)).toMatchObject(refused)
  })

  test.each<[string, Record<string, string | string[]>, string]>([
    ['no response type', { response_type: '' }, 'unsupported_response_type'],
    ['another response type', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['two response types', { response_type: 'code token' }, 'unsupported_response_type'],
    ['an unknown scope', { scope: 'chats--all:ro,everything' }, 'invalid_scope'],
    ['a scope of somebody else', { scope: 'dev_platform_admin' }, 'invalid_scope'],
    ['a parameter twice', { state: ['a', 'b'] }, 'invalid_request'],
    ['a scope twice', { scope: ['chats--all:ro', 'chats--all:ro'] }, 'invalid_request'],
    ['nothing to be asked, and something', { prompt: 'none login' }, 'invalid_request'],
    ['a code without a challenge', { response_type: 'code' }, 'invalid_request'],
    ['an empty challenge', { response_type: 'code', code_challenge: '', code_challenge_method: 'S256' }, 'invalid_request'],
    [
      'a plain challenge',
      { response_type: 'code', code_challenge: CHALLENGE, code_challenge_method: 'plain' },
      'invalid_request',
    ],
    ['a challenge without a method', { response_type: 'code', code_challenge: CHALLENGE }, 'invalid_request'],
    [
      'nonsense for a challenge',
      { response_type: 'code', code_challenge: 'x', code_challenge_method: 'S256' },
      'invalid_request',
    ],
  ])('%s', (_, more, exception) => {
    expect(read(more)).toMatchObject({ kind: 'refused', refusal: { oauth_exception: exception }, to: { by: 'redirect' } })
  })

  test('a server application gets no code without a challenge, and no token by the browser', () => {
    const server: OAuthClient = { ...CLIENT, type: 'server_side_app' }
    expect(read({ response_type: 'code' }, server)).toMatchObject({
      kind: 'refused',
      refusal: { oauth_exception: 'invalid_request' },
    })
    const challenge = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }
    expect(read({ response_type: 'code', ...challenge }, server)).toMatchObject({ kind: 'request' })
    expect(read({}, server)).toMatchObject({ refusal: { oauth_exception: 'unsupported_response_type' } })
  })

  test('a server application that is registered without PKCE may omit the challenge, but not send an invalid one', () => {
    const server: OAuthClient = { ...CLIENT, type: 'server_side_app', pkceRequired: false }
    expect(read({ response_type: 'code' }, server)).toMatchObject({ kind: 'request', request: { challenge: null } })
    expect(read({ response_type: 'code', code_challenge: 'x' }, server)).toMatchObject({ kind: 'refused' })
  })

  test('a valid request is read with all its parameters', () => {
    const good = read({
      response_type: 'code',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      scope: 'chats--all:ro, billing_manage chats--all:ro',
      state: '-._~',
      flow: 'button',
      prompt: 'consent',
      organization_id: 'acme',
      email: 'a@b.test',
      utm_source: ['x', 'y'],
    })
    expect(good).toEqual({
      kind: 'request',
      request: {
        client: CLIENT,
        redirectUri: 'https://app.example/page',
        by: 'message',
        state: '-._~',
        responseType: 'code',
        scopes: ['chats--all:ro', 'billing_manage'],
        organizationId: 'acme',
        prompts: new Set(['consent']),
        email: 'a@b.test',
        challenge: { value: CHALLENGE, form: 'S256' },
      },
    })
    expect(read({ flow: '', scope: '', state: '', prompt: '' })).toMatchObject({
      request: { by: 'redirect', scopes: null, state: null, prompts: new Set(), organizationId: null },
    })
  })
})

const member = (organizationId: string, role: Role, suspended = false): Membership => ({
  organizationId: organizationId as OrganizationId,
  name: organizationId,
  region: 'dal',
  develops: false,
  requiresSecondFactor: false,
  roles: [{ product: 'livechat', role, suspended }],
})
const person = (...memberships: Membership[]): Identity => ({
  id: 'a',
  name: 'A',
  email: 'a@b.test',
  staff: false,
  secondFactor: false,
  memberships,
})
const OWNER = person(member('acme', 'owner'), member('globex', 'viewer'))
const STRICT = person({ ...member('acme', 'owner'), requiresSecondFactor: true }, member('globex', 'viewer'))

const request = (more: Partial<AuthorizeRequest> = {}, ...prompts: Prompt[]): AuthorizeRequest => ({
  client: CLIENT,
  redirectUri: 'https://app.example/',
  by: 'message',
  state: null,
  responseType: 'token',
  scopes: null,
  organizationId: null,
  prompts: new Set(prompts),
  email: null,
  challenge: null,
  ...more,
})
const situation = (more: Partial<Situation> = {}): Situation => ({
  request: request(),
  entry: 'authorize',
  framed: false,
  identity: OWNER,
  ...more,
})
const refusal = (identity_exception: string) => ({ kind: 'refusal', refusal: { identity_exception } })

describe('decide', () => {
  test.each<[string, Partial<Situation>, object]>([
    ['signed out', { identity: null }, { kind: 'form', form: 'signin' }],
    ['signed out, at /signin', { identity: null, entry: 'signin' }, { kind: 'form', form: 'signin' }],
    ['signed out, at /signup', { identity: null, entry: 'signup' }, { kind: 'form', form: 'signup' }],
    ['signed out, in a frame', { identity: null, framed: true }, refusal('unauthorized')],
    ['signed out, in a frame, at /signup', { identity: null, framed: true, entry: 'signup' }, refusal('unauthorized')],
    ['signed out, nothing to be asked', { identity: null, request: request({}, 'none') }, refusal('unauthorized')],
    ['signed in, to sign in again', { request: request({}, 'login') }, { kind: 'form', form: 'signin' }],
    ['signed in, to sign in again, in a frame', { request: request({}, 'login'), framed: true }, refusal('unauthorized')],
    ['signed in, at /signin', { entry: 'signin' }, { kind: 'choose' }],
    ['signed in, at /signin, in a frame', { entry: 'signin', framed: true }, { kind: 'grant' }],
    ['signed in, to choose', { request: request({}, 'select_account') }, { kind: 'choose' }],
    ['signed in, nothing to be asked', { request: request({}, 'none') }, { kind: 'grant' }],
    ['in an organization that requires a second factor, without one', { identity: STRICT }, { kind: 'enrol' }],
    ['the same, in a frame', { identity: STRICT, framed: true }, refusal('unauthorized')],
    ['the same, nothing to be asked', { identity: STRICT, request: request({}, 'none') }, refusal('unauthorized')],
    ['the same, with a second factor', { identity: { ...STRICT, secondFactor: true } }, { kind: 'grant' }],
    [
      'the same, suspended',
      { identity: person({ ...member('acme', 'owner', true), requiresSecondFactor: true }) },
      refusal('access_denied'),
    ],
    [
      'in another organization than the one that requires it',
      { identity: STRICT, request: request({ organizationId: 'globex' }) },
      { kind: 'grant' },
    ],
    ['no organization', { identity: person() }, refusal('identity_lost')],
    ['suspended everywhere', { identity: person(member('acme', 'owner', true)) }, refusal('access_denied')],
    ['an organization of others', { request: request({ organizationId: 'initech' }) }, refusal('access_denied')],
    [
      'suspended in the organization asked for',
      {
        request: request({ organizationId: 'acme' }),
        identity: person(member('acme', 'owner', true), member('globex', 'owner')),
      },
      refusal('access_denied'),
    ],
  ])('%s', (_, more, expected) => {
    expect(decide(situation(more))).toMatchObject(expected)
  })

  test.each<[string, Partial<Situation>, string, string[]]>([
    ['the own organization, and all that the role has', {}, 'acme', ['integrations_manage', 'billing_manage', 'chats--all:ro']],
    [
      'the organization asked for, and what the role has there',
      { request: request({ organizationId: 'globex' }) },
      'globex',
      ['chats--all:ro'],
    ],
    ['what was asked for', { request: request({ scopes: ['billing_manage'] }) }, 'acme', ['billing_manage']],
    [
      'of what was asked for, what the role has',
      { request: request({ scopes: ['billing_manage', 'chats--all:ro'] }), identity: person(member('acme', 'administrator')) },
      'acme',
      ['chats--all:ro'],
    ],
    [
      'another organization than the own one, where that one is closed',
      { identity: person(member('acme', 'owner', true), member('globex', 'administrator')) },
      'globex',
      ['integrations_manage', 'chats--all:ro'],
    ],
  ])('gives %s', (_, more, organizationId, scopes) => {
    expect(decide(situation(more))).toMatchObject({ kind: 'grant', grant: { organizationId, scopes } })
  })
})

describe('decideConsent', () => {
  const trusted = { ...CLIENT, trusted: true }
  const unauthorized = { identity_exception: 'unauthorized' }
  const of = (given: { client?: OAuthClient; prompts?: Prompt[]; framed?: boolean; scopes?: string[]; agreed?: string[][] }) =>
    decideConsent(
      { request: request({ client: given.client ?? CLIENT }, ...(given.prompts ?? [])), framed: given.framed ?? false },
      given.scopes ?? ['a', 'b'],
      (given.agreed ?? []).map((scopes) => ({ accountId: 'a', scopes })),
    )

  test.each<[string, Parameters<typeof of>[0], unknown]>([
    ['nothing agreed', {}, 'ask'],
    ['nothing agreed, in a frame', { framed: true }, unauthorized],
    ['nothing agreed, nothing to be asked', { prompts: ['none'] }, unauthorized],
    ['agreed', { agreed: [['a', 'b', 'c']] }, 'answer'],
    ['agreed, half by each', { agreed: [['a'], ['b']] }, 'answer'],
    ['agreed, in a frame', { agreed: [['a', 'b']], framed: true }, 'answer'],
    ['agreed to less', { agreed: [['a']] }, 'ask'],
    ['agreed to less, in a frame', { agreed: [['a']], framed: true }, unauthorized],
    ['no scope, and never agreed', { scopes: [] }, 'ask'],
    ['no scope, and agreed to none', { scopes: [], agreed: [[]] }, 'answer'],
    ['agreed, to be asked again', { agreed: [['a', 'b']], prompts: ['consent'] }, 'ask'],
    ['agreed, to be asked again, in a frame', { agreed: [['a', 'b']], prompts: ['consent'], framed: true }, 'answer'],
    ['ours', { client: trusted }, 'answer'],
    ['ours, to be asked', { client: trusted, prompts: ['consent'] }, 'answer'],
    ['ours, in a frame', { client: trusted, framed: true }, 'answer'],
  ])('%s', (_, given, expected) => {
    expect(of(given)).toEqual(expected)
  })
})

describe('grantedScopes', () => {
  type Given = {
    client?: OAuthClient
    prompts?: Prompt[]
    framed?: boolean
    named?: string[]
    organization?: string[]
    own?: string[]
  }
  const of = ({ client = CLIENT, prompts = [], framed = true, named, organization, own }: Given) =>
    grantedScopes(
      { request: request({ client, scopes: named ?? null }, ...prompts), framed },
      { scopes: ['a', 'b'] } as unknown as Grant,
      [...(organization ? [{ accountId: null, scopes: organization }] : []), ...(own ? [{ accountId: 'a', scopes: own }] : [])],
    )

  test.each<[string, Given, string[]]>([
    ['installed, in a frame: what was agreed to', { organization: ['a', 'c'] }, ['a']],
    ['installed, nothing to be asked: what was agreed to', { organization: ['a'], framed: false, prompts: ['none'] }, ['a']],
    ['installed, and somebody can be asked', { organization: ['a'], framed: false }, ['a', 'b']],
    ['installed, and agreed to by the account besides', { organization: ['a'], own: ['b'] }, ['a', 'b']],
    ['installed without any scope', { organization: [] }, []],
    ['installed, and the client names what it wants', { organization: ['a'], named: ['a', 'b'] }, ['a', 'b']],
    ['agreed to by the account alone', { own: ['a'] }, ['a', 'b']],
    ['never agreed to', {}, ['a', 'b']],
    ['ours', { client: { ...CLIENT, trusted: true }, organization: ['a'] }, ['a', 'b']],
  ])('%s', (_, given, expected) => {
    expect(of(given)).toEqual(expected)
  })
})
