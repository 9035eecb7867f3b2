// Wrong settings: each is refused with one line that names it, and no line shows a secret.
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const messageOf = (environment: Record<string, string>): string | null => {
  try {
    readConfig({ DEMO: 'false', ...environment })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  PORT: ['x', '-1', '65536', '80.5', '65533'],
  ACCOUNTS_PORT: ['http', '70000'],
  PAYMENTS_PORT: ['-5'],
  SAMPLE_APPS_PORT: ['1e9'],
  SAMPLE_HOST_PORT: ['NaN'],
  HOST: ['not a host', 'a/b', 'http://localhost'],
  PUBLIC_URL: ['shop.test', 'ftp://shop.test', 'https://shop.test/path', 'https://shop.test?a', 'javascript:alert(1)'],
  ACCOUNTS_URL: ['accounts', 'https://a.test/x'],
  PAYMENTS_URL: ['x'],
  SAMPLE_APPS_URL: ['x'],
  SAMPLE_HOST_URL: ['x'],
  HOST_URL: ['x', 'https://user:hunter2@host.test'],
  DATABASE_URL: ['mysql://user:hunter2@db/shop', 'hunter2'],
  DEMO: ['perhaps', '2'],
  ALLOWED_HOST_ORIGINS: ['ftp://a.test', 'https://a.test b', 'https://a.test/x', 'https://*', 'https://*.a.test'],
  SPECIAL_INSTALL_ORIGINS: ['*', 'https://*.a.test'],
  VARIANT_HOSTS: ['{', '{\n"a.test":\n\nx}', '[]', '{"a.test":"nonsense"}', '{"a.test":1}', `["${'x'.repeat(2_000)}"]`],
  BILLING_RULE_ORGANIZATION: ['a b', 'ü', 'x'.repeat(101), 'x'.repeat(5_000)],
  STRIPE_SECRET_KEY: ['hunter2', 'pk_live_hunter2', 'sk_live_hunter2 ', 'sk_prod_hunter2'],
  STRIPE_WEBHOOK_SECRET: ['hunter2', 'whsec_'],
  SMTP_URL: ['http://user:hunter2@mail.test', 'hunter2'],
  MAIL_FROM: ['nobody', 'a@b, c@d'],
  S3_ENDPOINT: ['s3://bucket'],
  SEARCH_APP_ID: ['a b'],
  SEARCH_API_KEY: ['hunter2 ', 'ü'],
  SENTRY_DSN: ['hunter2', 'https://sentry.test/1', 'https://key:hunter2@sentry.test/1', 'https://'],
  TRUSTED_PROXIES: ['proxy.test', '10.0.0.0/33', '10.0.0.0/-1', '::1/129', '10.0.0.1/8/8'],
  ACCOUNTS_SECRET: ['hunter2', 'x'.repeat(501)],
  METRICS_TOKEN: ['hunter2'],
  LOG_LEVEL: ['loud', 'INFO'],
}

describe.each(Object.entries(REFUSED))('%s', (name, values) => {
  test.each(values)('of %j is refused in one line that names it', (value) => {
    const message = messageOf({ [name]: value })
    expect(message).toMatch(new RegExp(`^${name}\\b`))
    expect(message).not.toMatch(/\n/)
    expect(message).not.toContain('hunter2')
    expect(message?.length).toBeLessThan(400)
  })

  test('is as if it were not there when it is empty', () => {
    expect(messageOf({ [name]: '' })).toBeNull()
  })
})

describe('settings that belong together', () => {
  test.each<[Record<string, string>, RegExp]>([
    [{ SEARCH_APP_ID: 'app' }, /^SEARCH_API_KEY: is missing/],
    [{ SEARCH_API_KEY: 'key' }, /^SEARCH_APP_ID: is missing/],
    [{ STRIPE_PUBLISHABLE_KEY: 'pk_test_x' }, /^STRIPE_SECRET_KEY: is missing/],
    [{ STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' }, /^STRIPE_PUBLISHABLE_KEY: is for test mode/],
    [{ STRIPE_SECRET_KEY: 'rk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x' }, /^STRIPE_PUBLISHABLE_KEY: is for test mode/],
    [{ DEMO: 'true', PUBLIC_URL: 'https://shop.test' }, /^PUBLIC_URL: .*DEMO is on/],
    [{ DEMO: 'true', ACCOUNTS_URL: 'https://accounts.test' }, /^ACCOUNTS_URL: .*DEMO is on/],
  ])('%j', (environment, message) => {
    expect(messageOf(environment)).toMatch(message)
  })

  test('a demo that others can reach signs nobody in with its passwords', () => {
    expect(readConfig({ HOST: '0.0.0.0' })).toMatchObject({ demo: true, demoSignIns: false, production: false })
    expect(readConfig({ HOST: '127.0.0.1' }).demoSignIns).toBe(true)
    expect(readConfig({ DEMO: 'false' })).toMatchObject({ demo: false, demoSignIns: false, production: true })
  })

  test('a name from the prototype of objects is no setting', () => {
    expect(readConfig({ DEMO: 'false', constructor: 'x', toString: 'y', S3_UNKNOWN: 'z' }).withoutEffect).toEqual([])
    expect(readConfig({ DEMO: 'false', S3_BUCKET: 'b' }).withoutEffect).toEqual(['S3_BUCKET'])
  })
})
