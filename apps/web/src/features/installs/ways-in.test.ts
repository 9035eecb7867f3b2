import type { HostProduct } from '@marketplace/contracts/core/variants'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { onTold } from '../../lib/host/tell-host.ts'
import { chatsWay, waysIn } from './ways-in.tsx'

const HOST = 'https://host.example'
const installation = (given: Partial<Parameters<typeof waysIn>[0]>): Parameters<typeof waysIn>[0] => ({
  id: '1',
  slug: 'rolodeer',
  name: 'Rolodeer',
  product: 'livechat',
  openPath: '/apps/rolodeer/open/',
  opensIn: 'marketplace',
  reportsPath: null,
  ...given,
})
const open = (given: Partial<Parameters<typeof waysIn>[0]>, framed: boolean, hostProduct: HostProduct = 'livechat') => {
  const window = { parent: {} as object }
  if (!framed) window.parent = window
  vi.stubGlobal('window', window)
  return waysIn(installation(given), { hostUrl: HOST, hostProduct })
}
afterEach(() => void vi.unstubAllGlobals())

describe('the ways into an installed application', () => {
  it.each([
    ['its window, on a page of its own', {}, false, [['Open app', '/apps/rolodeer/open/', 'here']]],
    ['its window, in the host that frames us', {}, true, [['Open app', `${HOST}/apps/rolodeer`, 'host']]],
    ['its window, in the help desk', { product: 'helpdesk' }, true, [['Open app', `${HOST}/app/rolodeer`, 'host']]],
    ['a path of the host', { openPath: '/chats', opensIn: 'host' as const }, false, [['Open app', `${HOST}/chats`, 'tab']]],
    [
      'a path of the host that frames us, and its reports',
      { openPath: '/chats', opensIn: 'host' as const, reportsPath: '/reports' },
      true,
      [
        ['Open app', `${HOST}/chats`, 'host'],
        ['Go to Reports', `${HOST}/reports`, 'host'],
      ],
    ],
    ['none, for who may not use it', { openPath: null, opensIn: null }, true, []],
    ['none that leads elsewhere', { openPath: '//evil.example', opensIn: 'host' as const }, true, []],
  ])('are %s', (_, given, framed, ways) =>
    expect(open(given, framed).map(({ text, href, at }) => [text, href, at])).toEqual(ways),
  )

  it('are in Text for its customers, but for what belongs to the help desk', () => {
    expect(open({}, true, 'text')[0]?.href).toBe(`${HOST}/text/apps/rolodeer`)
    expect(open({ product: 'helpdesk' }, true, 'text')[0]?.href).toBe(`${HOST}/app/rolodeer`)
  })

  it.each([
    ['livechat', false, `${HOST}/chats`, `${HOST}/reports`, 'tab'],
    ['livechat', true, `${HOST}/chats`, `${HOST}/reports`, 'host'],
    ['text', true, `${HOST}/text/messages`, `${HOST}/text/reports`, 'host'],
  ] as const)('lead to the conversations and reports of %s, in a frame: %s', (hostProduct, framed, chats, reports, at) => {
    const [, way] = open({ reportsPath: '/reports' }, framed, hostProduct)
    expect([way?.href, way?.at]).toEqual([reports, at])
    expect(chatsWay('livechat', { hostUrl: HOST, hostProduct })).toMatchObject({ text: 'Go to Chats', href: chats, at })
    expect(chatsWay('helpdesk', { hostUrl: HOST, hostProduct })).toBeNull()
  })

  it('are told to the host', () => {
    const told: unknown[] = []
    onTold((message) => told.push(message))
    for (const way of open({ reportsPath: '/reports' }, true)) way.tells()
    const data = { id: '1', slug: 'rolodeer', name: 'Rolodeer', product: 'livechat', properties: {} }
    expect(told).toEqual(['open', 'reports'].map((event) => ({ type: 'app_event', data: { ...data, event } })))
  })
})
