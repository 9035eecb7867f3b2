import { expect, test } from 'vitest'
import { endpointQuery } from './use-endpoint.ts'

test('a question is kept under its API, its endpoint and what it was given', () => {
  expect(endpointQuery('product', 'GET /applications/installed').queryKey).toEqual(['product', 'GET /applications/installed'])
  expect(endpointQuery('product', 'GET /applications/{id}/instance', { params: { id: 'a' } }).queryKey).toEqual([
    'product',
    'GET /applications/{id}/instance',
    { params: { id: 'a' } },
  ])
})

test('does not compile for a path of another API, or without what it needs', () => {
  const wrong = () => [
    // @ts-expect-error it is the product API's
    endpointQuery('accounts', 'GET /applications/installed'),
    // @ts-expect-error it is the accounts server's
    endpointQuery('product', 'GET /accounts/me'),
    // @ts-expect-error it needs its parameter
    endpointQuery('product', 'GET /applications/{id}/instance'),
  ]
  expect(wrong).toBeTypeOf('function')
})
