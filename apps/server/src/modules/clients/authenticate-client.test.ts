import { describe, expect, test } from 'vitest'
import { clientCredentials, isAuthenticClient } from './authenticate-client.ts'
import type { OAuthClient } from './repository.ts'
import { hashSecret } from './tokens/secrets.ts'

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`
type Body = Parameters<typeof clientCredentials>[1]

describe('the credentials of a client', () => {
  test.each<[string, string | undefined, Body, ReturnType<typeof clientCredentials>]>([
    ['nowhere', undefined, {}, null],
    ['in the header', basic('shop:secret'), {}, { id: 'shop', secret: 'secret' }],
    ['in the body', undefined, { client_id: 'shop', client_secret: 'secret' }, { id: 'shop', secret: 'secret' }],
    ['in the body, without a secret', undefined, { client_id: 'shop' }, { id: 'shop', secret: undefined }],
    ['with an empty secret in the body', undefined, { client_id: 'shop', client_secret: '' }, { id: 'shop', secret: undefined }],
    ['with an empty secret in the header', basic('shop:'), {}, { id: 'shop', secret: undefined }],
    ['with a colon in the secret', basic('shop:se:cret'), {}, { id: 'shop', secret: 'se:cret' }],
    ['with encoded parts', basic('sh%20op:se%2Fcret+x'), {}, { id: 'sh op', secret: 'se/cret x' }],
    ['in small letters', basic('shop:secret').replace('Basic', 'basic'), {}, { id: 'shop', secret: 'secret' }],
    ['with more blanks', basic('shop:secret').replace(' ', '   '), {}, { id: 'shop', secret: 'secret' }],
    ['named again in the body', basic('shop:secret'), { client_id: 'shop' }, { id: 'shop', secret: 'secret' }],
    ['of another client in the body', basic('shop:secret'), { client_id: 'other' }, null],
    ['with the secret twice', basic('shop:secret'), { client_secret: 'secret' }, null],
    ['without a colon', basic('shop'), {}, null],
    ['without an id', basic(':secret'), {}, null],
    ['with half of an encoded letter', basic('shop:se%2'), {}, null],
    ['with an id that is no text', basic('sh%FFop:secret'), {}, null],
    ['by a token, with an id in the body', 'Bearer abc', { client_id: 'shop' }, { id: 'shop', secret: undefined }],
    ['in a header that is no base64', 'Basic !!!', { client_id: 'shop' }, { id: 'shop', secret: undefined }],
    ['in an empty body', undefined, { client_id: '' }, null],
  ])('%s', (_, header, body, found) => expect(clientCredentials(header, body)).toEqual(found))

  test('keep line breaks in a secret', () => {
    expect(clientCredentials(basic('shop:a\nb'), {})).toEqual({ id: 'shop', secret: 'a\nb' })
  })
})

describe('whether a client is who it says', () => {
  const client = (type: OAuthClient['type'], secret: string | null) =>
    ({ type, secretHash: secret === null ? null : hashSecret(secret) }) as OAuthClient

  test.each<[string, OAuthClient, string | undefined, boolean]>([
    ['a server with its secret', client('server_side_app', 'right'), 'right', true],
    ['a server with another', client('server_side_app', 'right'), 'wrong', false],
    ['a server with part of it', client('server_side_app', 'right'), 'righ', false],
    ['a server without', client('server_side_app', 'right'), undefined, false],
    // The hash of an empty text does not count as a secret.
    ['a server whose stored secret is empty', client('server_side_app', ''), undefined, false],
    ['a server that has no secret', client('server_side_app', null), '', false],
    ['a server that has no secret, with one', client('server_side_app', null), 'any', false],
    // The code of a JavaScript application is public, so the verifier of the authorization proves its identity instead.
    ['a page without a secret', client('javascript_app', null), undefined, true],
    ['a page that sends one all the same', client('javascript_app', null), 'any', true],
  ])('%s', (_, given, secret, isAuthentic) => expect(isAuthenticClient(given, secret)).toBe(isAuthentic))
})
