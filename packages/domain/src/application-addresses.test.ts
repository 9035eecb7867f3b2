import { describe, expect, test } from 'vitest'
import {
  directInstallOf,
  finishStepOf,
  hostAddress,
  mailAddress,
  openTargetOf,
  trustedDestination,
  webAddress,
  widgetOrigins,
} from './application-addresses.ts'

const HOST = 'https://host.example'

test.each([
  ['ada@example.com', 'mailto:ada@example.com'],
  ['ada+apps@example.com', 'mailto:ada%2Bapps@example.com'],
  ['a?cc=b&d@example.com', 'mailto:a%3Fcc%3Db%26d@example.com'],
])('a mail to %s is at %s', (email, address) => expect(mailAddress(email)).toBe(address))

test('the origins of widgets are listed once each, without those that a policy cannot name', () => {
  const widgets = [
    'https://a.example/app',
    'https://a.example:443/settings',
    'http://127.0.0.1:3003/x',
    'http://[::1]:3003/x',
    "https://a;script-src-'unsafe-inline'.example/",
    'https://a,b.example/',
    'https://*.example/',
    `${HOST}/own`,
    'javascript:alert(1)',
    null,
  ].map((url) => ({ placement: 'fullscreen', url }))
  expect(widgetOrigins({ widgets }, `${HOST}/`)).toEqual(['https://a.example', 'http://127.0.0.1:3003', 'http://[::1]:3003'])
})

test.each([
  ['https://a.example', 'https://a.example/'],
  [' http://a.example/b?c#d ', 'http://a.example/b?c#d'],
  ['javascript:alert(1)', null],
  ['JavaScript\t:alert(1)', null],
  ['data:text/html,x', null],
  ['blob:https://a.example/1', null],
  ['ftp://a.example', null],
  ['//a.example', null],
  ['/path', null],
  ['https://user@a.example', null],
  ['https://:pass@a.example', null],
  ['https://', null],
  ['', null],
  [null, null],
  [undefined, null],
  [7, null],
  [{ href: 'https://a.example' }, null],
])('the address of the web in %j is %j', (given, expected) => {
  expect(webAddress(given)?.href ?? null).toBe(expected)
})

test.each([
  ['/team/reports?x=1#y', `${HOST}/team/reports?x=1#y`],
  ['/', `${HOST}/`],
  ['/a/../b', `${HOST}/b`],
  ['//evil.example/', null],
  ['/\\evil.example/', null],
  ['/\t/evil.example/', null],
  ['team/reports', null],
  ['https://evil.example/', null],
  ['javascript:alert(1)', null],
  ['', null],
  [null, null],
])('the path %j in the host product is %j', (given, expected) => {
  expect(hostAddress(given, HOST)).toBe(expected)
})

describe('openTargetOf', () => {
  const widgets = [{ placement: 'fullscreen', url: 'https://a.example/' }]
  const ours = { path: '/apps/a/open/', opensIn: 'marketplace' }
  test.each<[string, string | number | null, typeof widgets, unknown]>([
    ['a window', null, widgets, ours],
    ['no window', null, [], null],
    ['another path', ' /team/a ', widgets, { path: '/team/a', opensIn: 'host' }],
    ['another path without a window', '/team/a', [], { path: '/team/a', opensIn: 'host' }],
    ['an address for a path', 'https://evil.example/', widgets, ours],
    ['another host for a path', '//evil.example/', widgets, ours],
    ['a script for a path', 'javascript:alert(1)', [], null],
    ['an empty path', ' ', widgets, ours],
    ['a number for a path', 7, widgets, ours],
  ])('%s', (_, alternativeFullscreenPath, given, expected) => {
    expect(openTargetOf({ slug: 'a', customProps: { alternativeFullscreenPath }, widgets: given })).toEqual(expected)
  })
})

test.each<[string | null, string | null, unknown]>([
  [null, 'true', null],
  ['https://a.example/connect', null, { url: 'https://a.example/connect', newTab: false }],
  ['https://a.example/connect', 'true', { url: 'https://a.example/connect', newTab: true }],
  ['https://a.example/connect', 'yes', { url: 'https://a.example/connect', newTab: false }],
  ['javascript:alert(1)', 'true', null],
])('directInstallUrl %j with the new tab %j: %j', (directInstallUrl, directInstallUrlInNewTab, expected) => {
  expect(directInstallOf({ directInstallUrl, customProps: { directInstallUrlInNewTab } })).toEqual(expected)
})

test.each<[string | null, string | null, unknown]>([
  ['https://a.example/finish', ' Connect a calendar. ', { url: 'https://a.example/finish', text: 'Connect a calendar.' }],
  ['https://a.example/finish', ' ', { url: 'https://a.example/finish', text: null }],
  ['https://a.example/finish', null, { url: 'https://a.example/finish', text: null }],
  [null, 'Connect a calendar.', null],
  ['javascript:alert(1)', 'Connect a calendar.', null],
])('finishInstallUrl %j with %j: %j', (finishInstallUrl, finishInstallCopy, expected) => {
  expect(finishStepOf({ customProps: { finishInstallUrl, finishInstallCopy } })).toEqual(expected)
})

test.each<[string | null, unknown, string | null]>([
  ['https://a.example/anything', 'https://a.example/other?x=1', 'https://a.example/other?x=1'],
  ['https://a.example', 'http://a.example/', null],
  ['https://a.example', 'https://a.example:8443/', null],
  ['https://a.example', 'https://a.example.evil.example/', null],
  ['https://a.example', 'https://evil.example/?https://a.example', null],
  ['https://a.example', 'https://a.example@evil.example/', null],
  ['https://a.example', '/path', null],
  ['https://a.example', 'javascript:alert(1)', null],
  ['https://a.example', { url: 'https://a.example' }, null],
  ['javascript:alert(1)', 'javascript:alert(1)', null],
  [null, 'https://a.example/', null],
])('with the trustedUrl %j the window may be navigated to %j: %j', (trustedUrl, asked, expected) => {
  expect(trustedDestination({ customProps: { trustedUrl } }, asked)).toBe(expected)
})
