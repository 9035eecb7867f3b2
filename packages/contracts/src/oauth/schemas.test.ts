import { describe, expect, test } from 'vitest'
import { letters, refusedWith, verdictOf } from '../core/test-shapes.ts'
import { tokenRequestSchema, tokenSchema } from './schemas.ts'

describe('a request for a token', () => {
  const asked = { grant_type: 'code', code: 'c', client_id: 'shop' }
  test.each<[string, object, string[]]>([
    ['by a code', {}, []],
    ['by a refresh token', { grant_type: 'refresh_token', code: undefined, refresh_token: 'r' }, []],
    // If parameters of a grant are missing, the endpoint itself answers with OAuth's errors.
    ['by a code that is left out', { code: undefined }, []],
    ['by a grant that we do not know', { grant_type: 'password' }, []],
    ['by no grant', { grant_type: undefined }, ['grant_type']],
    ['with a proof', { code_verifier: letters(128) }, []],
    ['with a very long proof', { code_verifier: letters(501) }, ['code_verifier']],
    ['with a very long code', { code: letters(501) }, ['code']],
    ['with a very long secret', { client_secret: letters(501) }, ['client_secret']],
    ['of a very long client', { client_id: letters(201) }, ['client_id']],
    ['for a very long address', { redirect_uri: letters(2_001) }, ['redirect_uri']],
    ['with the code twice', { code: ['c', 'd'] }, ['code']],
    ['with a number', { client_id: 7 }, ['client_id']],
  ])('%s', (_, change, refused) => expect(refusedWith(tokenRequestSchema, asked, change)).toEqual(refused))

  test('drops undeclared fields, such as wider scopes', () => {
    expect(verdictOf(tokenRequestSchema, { ...asked, scope: 'billing_manage' })).toEqual({ taken: asked })
  })
})

describe('a token as published clients read it', () => {
  const token = {
    access_token: 'dal:abc',
    account_id: 'a',
    expires_in: 28_800,
    organization_id: 'o',
    refresh_token: null,
    scope: 'billing_manage,subscription_manage',
    token_type: 'Bearer',
  }
  test.each<[string, object, string[]]>([
    ['without a refresh token', {}, []],
    ['with one', { refresh_token: 'r' }, []],
    ['that leaves it out', { refresh_token: undefined }, ['refresh_token']],
    ['of another type', { token_type: 'MAC' }, ['token_type']],
    ['that lives a part of a second', { expires_in: 1.5 }, ['expires_in']],
    ['with a list of scopes', { scope: ['a'] }, ['scope']],
  ])('%s', (_, change, refused) => expect(refusedWith(tokenSchema, token, change)).toEqual(refused))
})
