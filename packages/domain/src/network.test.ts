import { describe, expect, test } from 'vitest'
import { shortAddress, siteOf } from './network.ts'

describe('siteOf', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:51234', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:FFFF:203.0.113.9', '203.0.113.9'],
    ['::ffff:0:cb00:7109', '0:0:0::/48'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1::/48'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1::/48'],
    ['2001:db8:1:2::', '2001:db8:1::/48'],
    ['2001:db8::9', '2001:db8:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0::/48'],
    ['::1', '0:0:0::/48'],
    ['2001:db8:1:ffff::9', '2001:db8:1::/48'],
    ['2001:db8:2::9', '2001:db8:2::/48'],
    ['nonsense', 'nonsense'],
    ['', ''],
  ])('%s belongs to %s', (address, site) => {
    expect(siteOf(address)).toBe(site)
  })

  test('keeps no more of a text than an address is long', () => {
    expect(siteOf('x'.repeat(10_000))).toHaveLength(45)
    expect(siteOf(':'.repeat(10_000)).length).toBeLessThan(46)
  })
})

test.each([
  ['203.0.113.9', '203.0.113.…'],
  ['::ffff:203.0.113.9', '203.0.113.…'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:…'],
  ['nonsense', 'an unknown address'],
  ['::1', 'this machine'],
  ['127.0.0.1', 'this machine'],
])('%s is shown as %s', (address, shown) => {
  expect(shortAddress(address)).toBe(shown)
})
