import { expect, test } from 'vitest'
import { isLoopbackHost } from './loopback.ts'

test.each(['localhost', 'LocalHost', 'shop.localhost', '127.0.0.1', '127.255.0.1', '::1', '[::1]', '::ffff:127.0.0.1'])(
  '%s is a loopback address',
  (host) => expect(isLoopbackHost(host)).toBe(true),
)

test.each([
  '',
  'localhost.example',
  'mylocalhost',
  '127.0.0.1.example',
  '127.example',
  '0.0.0.0',
  '::',
  '[::]',
  '10.0.0.1',
  '::1.example',
])('%s may be another machine', (host) => expect(isLoopbackHost(host)).toBe(false))
