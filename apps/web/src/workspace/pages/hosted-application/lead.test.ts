import { expect, test } from 'vitest'
import { type Lead, leadOf, trustedOrigins } from './lead.ts'

const GIVEN = { slug: 'an-app', id: '7e6f', widgets: [{ id: '7e6f-fullscreen-1' }], hostUrl: 'https://host.example' }

test.each<[asked: string, lead: Lead | null]>([
  ['/app/an-app?view=team', { to: 'itself', search: '?view=team' }],
  ['/app/an-app/', { to: 'itself', search: '' }],
  ['/app/7e6f', { to: 'itself', search: '' }],
  ['/apps/an-app?view=team', { to: 'itself', search: '?view=team' }],
  ['/app/7e6f-fullscreen-1', { to: 'itself', search: '' }],
  ['/apps/7e6f/open', { to: 'itself', search: '' }],
  ['/apps/7e6f/', { to: 'itself', search: '' }],
  ['/apps/another-app', { to: 'host', address: 'https://host.example/apps/another-app' }],
  ['/apps/an-app/open/?a=1', { to: 'itself', search: '?a=1' }],
  ['/apps/marketplace', { to: 'marketplace', path: '/apps/' }],
  ['/apps/marketplace/another-app?action=install', { to: 'host', address: '' }],
  ['/apps/marketplace/../../operator', { to: 'host', address: 'https://host.example/operator' }],
  ['/chats', { to: 'host', address: 'https://host.example/chats' }],
  ['/app/another-app', { to: 'host', address: 'https://host.example/app/another-app' }],
  ['//elsewhere.example', null],
  ['https://elsewhere.example/', null],
  ['javascript:alert(1)', null],
])('%s', (asked, lead) => {
  if (asked === '/apps/marketplace/another-app?action=install')
    // All paths below /apps/marketplace belong to the marketplace, as in the agent app. /another-app is no page of it.
    return expect(leadOf(asked, GIVEN)).toEqual({ to: 'marketplace', path: '/another-app/?action=install' })
  expect(leadOf(asked, GIVEN)).toEqual(lead)
})

test('the window may go where the application’s developer and the operator have said', () => {
  expect(trustedOrigins('https://trusted.example/path', 'https://host.example')).toEqual([
    'https://trusted.example',
    'https://host.example',
  ])
  expect(trustedOrigins('javascript:alert(1)', 'https://host.example')).toEqual(['https://host.example'])
  expect(trustedOrigins(undefined, 'https://host.example')).toEqual(['https://host.example'])
})
