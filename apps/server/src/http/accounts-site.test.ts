import { describe, expect, test } from 'vitest'
import { type ErrorCode, ERRORS } from '@marketplace/contracts/core/errors'
import { ACCOUNTS, accountsFailure } from './accounts-site.ts'

const failure = (code: ErrorCode, details: object = {}) =>
  accountsFailure(code, { id: 'r1', url: '/v2/things/7?secret=1' }, { ...details })

describe('accountsFailure', () => {
  test.each<[ErrorCode, object, object]>([
    ['INVALID_GRANT', {}, { error: 'invalid_grant', error_description: ERRORS.INVALID_GRANT.message }],
    ['INVALID_CLIENT', {}, { error: 'invalid_client', error_description: ERRORS.INVALID_CLIENT.message }],
    ['UNSUPPORTED_GRANT_TYPE', {}, { error: 'unsupported_grant_type', error_description: ERRORS.UNSUPPORTED_GRANT_TYPE.message }],
    [
      'TOKEN_INVALID',
      {},
      { error: 'unauthorized', sub_error: 'token_invalid', error_description: 'Cannot fetch info or token is invalid' },
    ],
    [
      'INVALID_PARAMETERS',
      { fields: [{ field: 'grant_type', message: 'is missing' }] },
      {
        error: 'invalid_request',
        sub_error: 'invalid_parameters',
        error_description: ERRORS.INVALID_PARAMETERS.message,
        invalid_fields: [{ field: 'grant_type', message: 'is missing' }],
      },
    ],
    [
      'ACCESS_REQUEST_NOT_NEEDED',
      {},
      {
        error: 'unprocessable_entity',
        sub_error: 'access_request_not_needed',
        error_description: ERRORS.ACCESS_REQUEST_NOT_NEEDED.message,
        invalid_fields: [],
      },
    ],
    [
      'CLIENT_NOT_FOUND',
      { id: '7' },
      {
        error: 'not_found',
        sub_error: 'client_not_found',
        error_description: ERRORS.CLIENT_NOT_FOUND.message,
        resource_name: 'client',
        resource_id: '7',
      },
    ],
    [
      'NOT_FOUND',
      {},
      { error: 'not_found', error_description: ERRORS.NOT_FOUND.message, resource_name: 'address', resource_id: '/v2/things/7' },
    ],
    ['UNEXPECTED_ERROR', {}, { error: 'server_error', sub_error: 'unexpected_error', error_description: 'Unexpected error' }],
  ])('%s', (code, details, expected) => {
    expect(failure(code, details)).toEqual({ request_id: 'r1', ...expected })
  })

  test('every error has a name, a description and the request id', () => {
    const codes = Object.keys(ERRORS) as ErrorCode[]
    const isWhole = (code: ErrorCode) => {
      const { error, error_description, request_id } = failure(code)
      return /^[a-z_]+$/.test(error) && error_description !== '' && request_id === 'r1'
    }
    expect(codes.filter((code) => !isWhole(code))).toEqual([])
  })
})

test('its API is /v2 and discovery only', () => {
  for (const url of ['/v2', '/v2/token', '/v2/info?code=x', '/.well-known/openid-configuration'])
    expect(ACCOUNTS.isApi(url)).toBe(true)
  for (const url of ['/', '/?client_id=/v2', '/signin', '/v20', '/consent']) expect(ACCOUNTS.isApi(url)).toBe(false)
})
