import { expect, test } from 'vitest'
import { readableAddress } from './readable-address.ts'

test.each([
  ['/apps/caf%C3%A9/?a=%ff', '/apps/caf%C3%A9/?a=%ff'],
  ['/apps/%2525', '/apps/%2525'],
  ['/apps/%ff', '/apps/%25ff'],
  ['/apps/%', '/apps/%25'],
  ['/apps/%C3%A9%e0%a4%a/?a=%20%ff', '/apps/%25C3%25A9%25e0%25a4%25a/?a=%20%ff'],
  ['/%c0%af#%ff', '/%25c0%25af#%ff'],
  ['?%ff', '?%ff'],
  ['*', '*'],
])('%s is read as %s', (url, expected) => {
  expect(readableAddress(url)).toBe(expected)
})
