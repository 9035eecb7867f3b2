import { describe, expect, test } from 'vitest'
import { readConfig, SettingError } from './config.ts'

describe('readConfig', () => {
  test('needs no setting: every one has a default', () => {
    expect(readConfig({})).toMatchObject({
      hosts: ['127.0.0.1', '::1'],
      ports: { storefront: 3000, accounts: 3001, payments: 3002, sampleApps: 3003, sampleHost: 3004 },
      urls: {
        public: 'http://localhost:3000',
        accounts: 'http://localhost:3001',
        payments: 'http://localhost:3002',
        sampleApps: 'http://127.0.0.1:3003',
        sampleHost: 'http://localhost:3004',
        host: 'http://localhost:3004',
      },
      databaseUrl: null,
      demo: true,
      production: false,
      allowedHostOrigins: ['http://localhost:3004'],
      metricsToken: null,
      trustedProxies: [],
      billingRuleOrganization: null,
    })
  })

  test('uses the given settings', () => {
    const config = readConfig({
      PORT: '8080',
      PAYMENTS_PORT: '9000',
      PUBLIC_URL: 'https://apps.example/',
      DEMO: 'false',
      ALLOWED_HOST_ORIGINS: 'https://a.example, https://b.example:8443',
      SPECIAL_INSTALL_ORIGINS: 'https://chatbot.example/ http://10.0.0.7:8080',
      VARIANT_HOSTS: '{"Help.example": "helpdesk-public"}',
      HOST: '',
      TRUSTED_PROXIES: '192.0.2.1, 10.0.0.0/8 2001:db8::/32',
      BILLING_RULE_ORGANIZATION: '3f0c8c1e-0000-4000-8000-000000000001',
    })
    expect(config).toMatchObject({
      hosts: ['0.0.0.0', '::'],
      ports: { storefront: 8080, accounts: 8081, payments: 9000 },
      urls: { public: 'https://apps.example', accounts: 'http://localhost:8081' },
      production: true,
      trustedProxies: ['192.0.2.1', '10.0.0.0/8', '2001:db8::/32'],
      billingRuleOrganization: '3f0c8c1e-0000-4000-8000-000000000001',
      allowedHostOrigins: ['https://a.example', 'https://b.example:8443'],
      specialInstallOrigins: ['https://chatbot.example', 'http://10.0.0.7:8080'],
      variantHosts: { 'help.example': 'helpdesk-public' },
    })
  })

  test.each<[Record<string, string>, string[]]>([
    [{}, ['http://127.0.0.1:3003']],
    [{ SAMPLE_APPS_URL: 'http://127.0.0.1:9999' }, ['http://127.0.0.1:9999']],
    [{ DEMO: 'false' }, []],
    [{ SPECIAL_INSTALL_ORIGINS: 'https://chatbot.example' }, ['https://chatbot.example']],
  ])('with %j the products that are told of installs are at %j', (environment, origins) => {
    expect(readConfig(environment).specialInstallOrigins).toEqual(origins)
  })

  test.each<[Record<string, string>, boolean]>([
    [{}, true],
    [{ HOST: '127.0.0.1' }, true],
    [{ HOST: '127.0.5.1' }, true],
    [{ HOST: '::1' }, true],
    [{ HOST: 'localhost' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '::' }, false],
    [{ HOST: '192.168.1.2' }, false],
    [{ HOST: '127.example' }, false],
    [{ HOST: '127.0.0.1', DEMO: 'false' }, false],
    [{ DEMO: 'false' }, false],
  ])('the demo’s sign-ins work where nobody else can come: %j', (given, expected) => {
    expect(readConfig(given).demoSignIns).toBe(expected)
  })

  test.each<[Record<string, string>, string | null]>([
    [{ PUBLIC_URL: 'https://shop.example' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://shop.example', DEMO: 'true' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'http://192.168.1.2:3000', HOST: '127.0.0.1' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'http://localhost.example' }, 'PUBLIC_URL'],
    [{ ACCOUNTS_URL: 'https://accounts.example' }, 'ACCOUNTS_URL'],
    [{ PUBLIC_URL: 'https://shop.example', DEMO: 'false' }, null],
    [{ PUBLIC_URL: 'https://shop.example', HOST: '0.0.0.0' }, null],
    // Browsers on other machines cannot open these loopback addresses.
    [{ PUBLIC_URL: 'http://localhost:8080', ACCOUNTS_URL: 'http://127.0.0.1:8081' }, null],
    [{ PUBLIC_URL: 'http://shop.localhost:8080', ACCOUNTS_URL: 'http://[::1]:8081' }, null],
  ])('a start that would open the demo’s sign-ins to others is refused: %j', (given, setting) => {
    const read = () => readConfig(given)
    if (setting === null) expect(read).not.toThrow()
    else expect(read).toThrow(new RegExp(`^${setting}: [^\\n]*DEMO=false[^\\n]*$`))
  })

  test.each<[Record<string, string>, RegExp | null]>([
    [{}, null],
    [{ PUBLIC_URL: 'https://shop.example', ACCOUNTS_URL: 'https://accounts.example' }, null],
    [{ PUBLIC_URL: 'https://shop.example' }, /people on other machines cannot sign in/],
    [{ PUBLIC_URL: 'http://shop.example', ACCOUNTS_URL: 'http://accounts.example' }, /without https/],
  ])('says where an accounts server cannot work: %j', (given, expected) => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_2', STRIPE_WEBHOOK_SECRET: 'whsec_3' }
    const { warnings } = readConfig({ DEMO: 'false', ...stripe, ...given })
    expect(warnings).toEqual(expected ? [expect.stringMatching(expected)] : [])
  })

  test('warns of settings for features that do not exist yet', () => {
    expect(readConfig({ SENTRY_DSN: 'https://key@errors.test/1', S3_BUCKET: 'b' }).withoutEffect).toEqual(['S3_BUCKET'])
  })

  test('searches in this process unless a hosted index is configured', () => {
    expect(readConfig({}).hostedSearch).toBeNull()
    expect(readConfig({ SEARCH_URL: 'http://search.example:8080/search/' }).hostedSearch).toEqual({
      url: 'http://search.example:8080/search',
      credentials: null,
    })
    const keys = { SEARCH_APP_ID: 'ABC123', SEARCH_API_KEY: 'key' }
    const credentials = { appId: 'ABC123', apiKey: 'key' }
    expect(readConfig(keys).hostedSearch).toEqual({ url: 'https://ABC123-dsn.algolia.net', credentials })
    expect(readConfig({ ...keys, SEARCH_URL: 'https://search.example' })).toMatchObject({
      hostedSearch: { url: 'https://search.example', credentials },
      withoutEffect: [],
    })
    expect(() => readConfig({ SEARCH_APP_ID: 'ABC123' })).toThrow(/^SEARCH_API_KEY: is missing/)
    expect(() => readConfig({ SEARCH_API_KEY: 'key' })).toThrow(/^SEARCH_APP_ID: is missing/)
  })

  test.each([
    ['PORT', 'many'],
    ['PORT', '70000'],
    ['PORT', '65535'],
    ['HOST', 'not a host'],
    ['PUBLIC_URL', 'ftp://apps.example'],
    ['PUBLIC_URL', 'https://apps.example/shop'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DEMO', 'yes'],
    ['ALLOWED_HOST_ORIGINS', 'https://a.example not-an-origin'],
    ['VARIANT_HOSTS', 'help.example'],
    ['VARIANT_HOSTS', '{"help.example": "nothing"}'],
    ['METRICS_TOKEN', 'short'],
    ['ACCOUNTS_SECRET', 'too short to be a secret of 32'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '10.0.0.1, 10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '::/0'],
    ['TRUSTED_PROXIES', '2001:db8::/129'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['TRUSTED_PROXIES', 'true'],
    ['SEARCH_URL', 'ftp://search.example'],
    ['SEARCH_URL', 'https://search.example/?x=1'],
    ['SEARCH_APP_ID', 'a/b'],
    ['SEARCH_API_KEY', 'two words'],
    ['SENTRY_DSN', 'https://errors.test/1'],
    ['SENTRY_DSN', 'https://key:secret@errors.test/1'],
    ['SENTRY_DSN', 'https://key@errors.test/'],
    ['SENTRY_DSN', 'https://key@errors.test/1?x=1'],
    ['LOG_LEVEL', 'loud'],
  ])('%s of %s stops the start with one line that names it', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(SettingError)
    expect(read).toThrow(new RegExp(`^${name}[^\\n]*$`))
  })
})

describe('the payment provider', () => {
  const payments = (given: Record<string, string>) => readConfig(given).payments

  test('is the sandbox without a key of Stripe’s', () => {
    expect(payments({ PAYMENTS_PORT: '9000' })).toEqual({
      provider: { name: 'sandbox', port: 9000 },
      secretKey: expect.stringMatching(/^sk_test_/),
      publishableKey: expect.stringMatching(/^pk_test_/),
      webhookSecret: expect.stringMatching(/^whsec_/),
      live: false,
    })
    expect(payments({ STRIPE_WEBHOOK_SECRET: 'whsec_own' }).webhookSecret).toBe('whsec_own')
  })

  test('is Stripe with one, live or not', () => {
    const given = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_2', STRIPE_WEBHOOK_SECRET: 'whsec_3' }
    expect(payments(given)).toEqual({
      provider: { name: 'stripe' },
      secretKey: 'sk_live_1',
      publishableKey: 'pk_live_2',
      webhookSecret: 'whsec_3',
      live: true,
    })
    expect(readConfig(given).warnings).toEqual([])
    expect(payments({ STRIPE_SECRET_KEY: 'rk_test_1' }).live).toBe(false)
    expect(payments({ STRIPE_SECRET_KEY: 'rk_live_1' }).live).toBe(true)
  })

  test('a missing key is said, and what it costs', () => {
    expect(readConfig({ DEMO: 'false' }).warnings).toEqual([expect.stringMatching(/^STRIPE_SECRET_KEY is missing/)])
    expect(readConfig({}).warnings).toEqual([])
    expect(readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' }).warnings).toEqual([
      expect.stringMatching(/^STRIPE_PUBLISHABLE_KEY is missing/),
      expect.stringMatching(/^STRIPE_WEBHOOK_SECRET is missing/),
    ])
  })

  test.each([
    [{ STRIPE_SECRET_KEY: 'pk_test_1' }, /^STRIPE_SECRET_KEY: must be a secret key/],
    [{ STRIPE_SECRET_KEY: 'sk_test_1 x' }, /^STRIPE_SECRET_KEY: must be a secret key/],
    [{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'sk_test_1' }, /^STRIPE_PUBLISHABLE_KEY: must be/],
    [{ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, /^STRIPE_PUBLISHABLE_KEY: is for test mode/],
    [{ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, /^STRIPE_SECRET_KEY: is missing/],
    [{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'secret' }, /^STRIPE_WEBHOOK_SECRET: must be/],
  ])('%j stops the start, and no secret is repeated', (given, message) => {
    const read = () => readConfig(given)
    expect(read).toThrow(message)
    expect(read).not.toThrow(/sk_test_1/)
  })
})
