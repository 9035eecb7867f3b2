import { expect, test } from 'vitest'
import { originForm, readableAddress, splitTarget } from './readable-address.ts'

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

test.each([
  ['/apps/?a=b', '/apps/?a=b'],
  ['//[', '//['],
  ['http://shop.example/apps/?a=http://b', '/apps/?a=http://b'],
  ['HTTPS://a:b@[::1]:1/', '/'],
  ['http://[', '/'],
  ['http://shop.example?a', '/?a'],
  ['*', '*'],
  ['nothing', '/nothing'],
  ['', '/'],
])('%j is asked for as %j', (target, expected) => expect(originForm(target)).toBe(expected))

test.each([
  ['/apps/?a=b?c#d?e', '/apps/', 'a=b?c'],
  ['/apps/#a?b', '/apps/', ''],
  ['//[?', '//[', ''],
  ['', '', ''],
])('%j has the path %j and the query %j', (target, path, query) => expect(splitTarget(target)).toEqual({ path, query }))
