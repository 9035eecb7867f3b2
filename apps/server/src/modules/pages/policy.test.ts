import { describe, expect, test } from 'vitest'
import { VARIANT_MODES, type VariantModeName, variantNamed } from '@marketplace/contracts/core/variants'
import { pageHeaders, paymentSources } from './policy.ts'

const connectOf = (errorReports: string | null): string | undefined => {
  const headers = pageHeaders({ scriptSources: [], styleSources: [] }, variantNamed('base'), {
    allowedHostOrigins: [],
    accountsUrl: 'https://accounts.test',
    publicUrl: 'https://shop.test',
    errorReports,
  })
  return headers['content-security-policy']?.split('; ').find((directive) => directive.startsWith('connect-src'))
}

test('a page may call the error-reporting service where there is one, by its origin alone', () => {
  expect(connectOf(null)).toBe("connect-src 'self' https://accounts.test")
  expect(connectOf('https://key@errors.test:8443/path/7')).toBe(
    "connect-src 'self' https://accounts.test https://errors.test:8443",
  )
})

type Frames = Parameters<typeof pageHeaders>[2]
/** The directives of a page's policy by their names. */
const policyOf = (given: Partial<Frames> = {}, variant: VariantModeName = 'base') => {
  const headers = pageHeaders({ scriptSources: ["'sha256-a'"], styleSources: ["'sha256-b'"] }, variantNamed(variant), {
    allowedHostOrigins: ['https://host.test'],
    accountsUrl: 'https://accounts.test',
    publicUrl: 'https://shop.test',
    errorReports: null,
    ...given,
  })
  const directives = (headers['content-security-policy'] ?? '').split('; ').map((each) => each.split(' '))
  return { headers, policy: new Map(directives.map(([name = '', ...sources]) => [name, sources])) }
}

describe('the policy of a page', () => {
  test('lets run and show what is its own, and nothing else', () => {
    expect(Object.fromEntries(policyOf().policy)).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'self'", "'sha256-a'"],
      'style-src': ["'self'", "'sha256-b'"],
      'img-src': ["'self'", 'data:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'", 'https://accounts.test'],
      'frame-src': ['https://accounts.test'],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
    })
  })

  const EVERY: [string, Partial<Frames>][] = [
    ['any page', {}],
    ['a checkout', { payments: paymentSources('stripe', '') }],
    ['a checkout of the demo', { payments: paymentSources('sandbox', 'http://127.0.0.1:4000') }],
    ['an application in a frame', { applications: ['https://app.test'] }],
    ['an application at any address', { applications: 'any' }],
    ['a picture of an application', { anyPicture: true }],
    ['reports', { errorReports: 'https://key@errors.test/1' }],
    ['an address of reports that is none', { errorReports: 'no address' }],
  ]
  test.each(EVERY)(
    'for %s has each directive once, and never lets run what stands in the page or comes from anywhere',
    (_, given) => {
      for (const { name } of VARIANT_MODES) {
        const { headers, policy } = policyOf(given, name)
        expect(headers['content-security-policy']?.split('; ')).toHaveLength(policy.size)
        for (const directive of ['script-src', 'style-src', 'connect-src', 'font-src', 'form-action'])
          expect(policy.get(directive)?.filter((source) => /^(?:\*|https?:|data:|blob:|'unsafe-.*')$/.test(source))).toEqual([])
        for (const sources of policy.values()) for (const source of sources) expect(source).toMatch(/^[^\s;,]+$/)
        expect(policy.get('default-src')).toEqual(["'none'"])
      }
    },
  )

  test.each(VARIANT_MODES)(
    '$name is framed by the hosts that are named, and by nobody where it is no frame',
    ({ name, framed }) => {
      const { headers, policy } = policyOf({ allowedHostOrigins: ['https://a.test', 'https://b.test'] }, name)
      expect(policy.get('frame-ancestors')).toEqual(framed ? ['https://a.test', 'https://b.test'] : ["'none'"])
      expect(headers['x-frame-options']).toBe(framed ? undefined : 'DENY')
      // Without named hosts, no page may frame it.
      expect(policyOf({ allowedHostOrigins: [] }, name).policy.get('frame-ancestors')).toEqual(["'none'"])
    },
  )

  test.each([
    [
      'stripe',
      ['https://js.stripe.com', 'https://*.js.stripe.com'],
      ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
      ['https://api.stripe.com'],
    ],
    ['sandbox', ['http://127.0.0.1:4000'], ['http://127.0.0.1:4000'], ['http://127.0.0.1:4000']],
  ] as const)('names the payment provider where a card is entered, and nothing else (%s)', (name, scripts, frames, calls) => {
    const { policy } = policyOf({ payments: paymentSources(name, 'http://127.0.0.1:4000') })
    expect(Object.fromEntries(policy)).toEqual({
      ...Object.fromEntries(policyOf().policy),
      'script-src': ["'self'", "'sha256-a'", ...scripts],
      'connect-src': ["'self'", 'https://accounts.test', ...calls],
      'frame-src': ['https://accounts.test', ...frames],
    })
  })

  test('names an application that is known, or lets any be framed: over https, and on this machine while it is tried', () => {
    const known = policyOf({ applications: ['https://app.test'] }).policy
    for (const directive of ['frame-src', 'connect-src', 'img-src']) expect(known.get(directive)).toContain('https://app.test')
    const any = policyOf({ applications: 'any' }).policy
    expect(any.get('frame-src')).toEqual(['https://accounts.test', 'https:'])
    expect(any.get('connect-src')).toEqual(["'self'", 'https://accounts.test'])
    const local = policyOf({ applications: 'any', publicUrl: 'http://localhost:3000' }).policy
    expect(local.get('frame-src')).toEqual(['https://accounts.test', 'https:', 'http://localhost:*', 'http://127.0.0.1:*'])
  })
})
