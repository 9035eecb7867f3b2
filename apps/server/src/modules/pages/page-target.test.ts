import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { VARIANTS } from '@marketplace/contracts/core/variants'
import { encodePath, readPath } from './page-address.ts'
import { movedTo, targetReader } from './page-target.ts'

const read = targetReader({ 'help.test': 'helpdesk-public', 'frame.test:8080': 'agent-app', constructor: 'text-public' as const })
const target = (url: string, host = 'shop.test', method = 'GET') => read({ host, url, method, ip: '203.0.113.7' })

describe('what a request asks for', () => {
  test.each<[url: string, host: string, name: string, basename: string, path: string]>([
    ['/apps/', 'shop.test', 'base', '', '/apps/'],
    ['/helpdesk/apps/', 'shop.test', 'helpdesk-public', '/helpdesk', '/apps/'],
    ['/helpdesk', 'shop.test', 'helpdesk-public', '/helpdesk', '/'],
    ['/HelpDesk/Apps/', 'shop.test', 'helpdesk-public', '/helpdesk', '/apps/'],
    ['/embed/agent-app/?beta=true', 'shop.test', 'agent-app-beta', '/embed/agent-app', '/'],
    ['/apps/?beta=true', 'shop.test', 'base', '', '/apps/'],
    ['/apps/', 'help.test', 'helpdesk-public', '', '/apps/'],
    ['/apps/', 'HELP.TEST:3000', 'helpdesk-public', '', '/apps/'],
    // A host with a port in the settings matches only with that port.
    ['/apps/', 'frame.test', 'base', '', '/apps/'],
    ['/apps/?beta=true', 'frame.test:8080', 'agent-app-beta', '', '/apps/'],
    // A host name that chooses a variant allows no second variant in the path.
    ['/text/apps/', 'help.test', 'helpdesk-public', '', '/text/apps/'],
    ['/apps/', 'help.test.evil.test', 'base', '', '/apps/'],
    ['/apps/', 'help.test:80:80', 'base', '', '/apps/'],
    ['/apps/', 'tostring', 'base', '', '/apps/'],
    ['/apps/', '', 'base', '', '/apps/'],
  ])('%s at %j is %s', (url, host, name, basename, path) => {
    const { variant, ...asked } = target(url, host)
    expect([variant.name, asked.basename, asked.path]).toEqual([name, basename, path])
  })

  test('without a host is of the base variant', () => {
    expect(read({ host: undefined, url: '/apps/', method: 'GET', ip: '' }).variant.name).toBe('base')
  })

  test.each([
    ['GET', true],
    ['HEAD', false],
    ['OPTIONS', false],
  ])('with %s is shown: %s', (method, isShown) => expect(target('/apps/', 'shop.test', method).isShown).toBe(isShown))

  test('is by whom, and with which query', () => {
    const { caller, query } = target('/apps/?page=2&a=%20b&a=c%23d#e')
    expect([caller, [...query]]).toEqual([
      '203.0.113.7',
      [
        ['page', '2'],
        ['a', ' b'],
        ['a', 'c#d'],
      ],
    ])
  })

  test('can be anything, and is always something', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 20 }), (url, host) => {
        const asked = target(`/${url}`, host)
        expect(asked.path).toBe(asked.path.toLowerCase())
        expect(asked.path).not.toContain('//')
        expect(asked.path.isWellFormed()).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the path of an address', () => {
  const part = fc.string({
    unit: fc.constantFrom('a', 'B', 'é', '😀', '%', ' ', '.', '-', '?', '#', '\\'),
    minLength: 1,
    maxLength: 6,
  })

  test('that was built from a path means that path again', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        const path = `/${parts.join('/')}/`.toLowerCase()
        expect(readPath(encodePath(path))).toEqual({ path, isPlain: true })
      }),
    )
  })

  test('leads to one that is written as it should be, in one step', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('/', 'a', 'B', '%', '2', 'F', 'é', '+'), maxLength: 14 }), (written) => {
        const { path } = readPath(`/${written}`)
        const again = readPath(encodePath(path))
        expect(again).toEqual({ path, isPlain: true })
      }),
    )
  })
})

describe('an address that has moved', () => {
  const moved = (url: string, path: string) => movedTo(target(url), path)

  test('keeps its variant and its query, and is asked for again within an hour', () => {
    expect(moved('/helpdesk/Apps/?page=2&query=a%20b', '/apps/')).toMatchObject({
      status: 301,
      headers: { location: '/helpdesk/apps/?page=2&query=a+b', 'cache-control': 'public, max-age=3600' },
    })
    expect(moved('/Apps', '/apps/').headers).toMatchObject({ location: '/apps/' })
  })

  test('stays on this host, and adds no header, whatever was asked for', () => {
    const odd = fc.string({
      unit: fc.constantFrom('/', '\\', 'evil.test', '\r', '\n', ':', '@', '?', '%0d%0a', '.', 'é'),
      maxLength: 12,
    })
    fc.assert(
      fc.property(odd, fc.constantFrom(...VARIANTS), (written, { prefix }) => {
        const asked = target(`${prefix}/${written}`)
        const location = String(movedTo(asked, asked.path).headers?.['location'])
        expect(location).not.toMatch(/[\r\n]/)
        expect(new URL(location, 'https://shop.test').origin).toBe('https://shop.test')
      }),
      { numRuns: 300 },
    )
  })
})
