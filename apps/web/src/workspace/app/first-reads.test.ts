import type { ShellData } from '@marketplace/contracts/pages/site-data'
import { SCREENS, screenAt } from '@marketplace/domain/workspace-screens'
import { expect, test } from 'vitest'
import { earlyReads, FIRST_READS } from './first-reads.ts'

const shellAt = (path: string, variant = 'base', signInBase: string | null = null) =>
  ({ variant, screen: screenAt(path), site: { accountsUrl: 'https://accounts.test', signInBase } }) as unknown as ShellData

const INFO = 'https://accounts.test/v2/info'

test.each([
  ['/cart/', ['/api/v2/products-carts/open']],
  ['/checkout/cart/c1/', ['/api/v2/products-carts/{3}', '/billing/v3/account']],
  ['/checkout/some-app/', ['/api/v2/applications/{2}/published']],
  ['/my-apps/', []],
])('the document of %s reads early whose the token is, and %j', (path, reads) => {
  expect(earlyReads(shellAt(path))).toEqual([INFO, ...reads])
})

test('the help desk reads its own API', () => {
  expect(earlyReads(shellAt('/cart/', 'helpdesk-public'))).toEqual([INFO, '/api/v1/products-carts/open'])
})

test('nothing is read where nobody signs in', () => {
  expect(earlyReads(shellAt('/cart/', 'public', 'https://shop.test'))).toEqual([])
})

test.each(Object.keys(FIRST_READS))('%s is the address of a screen', (address) => {
  expect(SCREENS[address]).toBeDefined()
})
