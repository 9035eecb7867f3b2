import { describe, expect, test } from 'vitest'
import { letters, refusedWith, verdictOf } from '../core/test-shapes.ts'
import { catalogueLineSchema, DECISIVE_FIELDS, TEXT_LIMIT_BYTES } from './catalogue-line.ts'

const line = { slug: 'calendar-sync', name: 'Calendar sync' }
/** Characters that take two and four bytes in UTF-8. */
const [TWO_BYTES, FOUR_BYTES] = ['ü', '😀']
const repeated = <T>(value: T, times: number): T[] => Array.from({ length: times }, () => value)

type Row = [what: string, change: object, refused: string[]]

describe('a line of a catalogue', () => {
  test('needs a slug and nothing else', () => {
    expect(verdictOf(catalogueLineSchema, { slug: 'a' })).toEqual({ taken: { slug: 'a' } })
    expect(verdictOf(catalogueLineSchema, { name: 'A' })).toEqual({ refused: ['slug'] })
    for (const value of [null, [], 'a', 7]) expect(verdictOf(catalogueLineSchema, value)).toEqual({ refused: [''] })
  })

  test.each<Row>([
    ['words and numbers', { slug: 'a1-b2' }, []],
    ['100 letters', { slug: letters(100) }, []],
    ['101 letters', { slug: letters(101) }, ['slug']],
    ['capitals', { slug: 'Calendar' }, ['slug']],
    ['two hyphens', { slug: 'a--b' }, ['slug']],
    ['a hyphen at its end', { slug: 'a-' }, ['slug']],
    ['a path', { slug: '../a' }, ['slug']],
    ['a blank', { slug: 'a b' }, ['slug']],
    ['letters of another script', { slug: 'календарь' }, ['slug']],
    ['a line break after it', { slug: 'a\n' }, ['slug']],
    ['nothing', { slug: '' }, ['slug']],
  ])('has a slug of %s', (_, change, refused) => expect(refusedWith(catalogueLineSchema, line, change)).toEqual(refused))

  test.each<Row>([
    ['120 letters', { name: letters(120) }, []],
    ['more', { name: letters(121) }, ['name']],
    ['blanks only', { name: '   ' }, ['name']],
    ['nothing', { name: null }, ['name']],
    ['a mark that turns the text around', { name: 'a\u202eb' }, ['name']],
    ['a zero-width space', { name: 'a\u200bb' }, ['name']],
    ['a line separator', { name: 'a\u2028b' }, ['name']],
    ['a NUL', { name: 'a\0b' }, ['name']],
    ['a line break inside', { name: 'a\nb' }, ['name']],
    ['a family of emoji, which are joined', { name: 'Family 👨\u200d👩\u200d👧' }, []],
    ['Arabic', { name: 'تقويم' }, []],
  ])('has a name of %s', (_, change, refused) => expect(refusedWith(catalogueLineSchema, line, change)).toEqual(refused))

  test('has its name without the blanks around it', () => {
    expect(verdictOf(catalogueLineSchema, { slug: 'a', name: '  A  ' })).toEqual({ taken: { slug: 'a', name: 'A' } })
  })
})

describe('its texts have 256 KB at most, counted in bytes', () => {
  test.each(['shortDescription', 'longDescription', 'summary', 'changelog'])('%s', (field) => {
    const taken = [letters(TEXT_LIMIT_BYTES), TWO_BYTES.repeat(TEXT_LIMIT_BYTES / 2), FOUR_BYTES.repeat(TEXT_LIMIT_BYTES / 4)]
    for (const text of taken) {
      expect(refusedWith(catalogueLineSchema, line, { [field]: text })).toEqual([])
      expect(refusedWith(catalogueLineSchema, line, { [field]: `${text}.` })).toEqual([field])
    }
    expect(refusedWith(catalogueLineSchema, line, { [field]: null })).toEqual([])
    expect(refusedWith(catalogueLineSchema, line, { [field]: '' })).toEqual([])
    expect(refusedWith(catalogueLineSchema, line, { [field]: 7 })).toEqual([field])
  })
})

const ADDRESSES = ['websiteUrl', 'privacyPolicyUrl', 'termsUrl', 'tutorialUrl', 'directInstallUrl', 'webhookUrl']

describe('its addresses are of the web', () => {
  test.each(ADDRESSES)('%s', (field) => {
    for (const address of ['https://shop.example', 'http://shop.example/a?b=c#d', 'https://bücher.example/ü', null])
      expect(refusedWith(catalogueLineSchema, line, { [field]: address })).toEqual([])
    for (const address of [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://a.example',
      '//a.example',
      '/a',
      'a.example',
      '',
      ' ',
    ])
      expect(refusedWith(catalogueLineSchema, line, { [field]: address })).toEqual([field])
    const long = `https://a.example/${letters(2048)}`
    expect(refusedWith(catalogueLineSchema, line, { [field]: long.slice(0, 2048) })).toEqual([])
    expect(refusedWith(catalogueLineSchema, line, { [field]: long.slice(0, 2049) })).toEqual([field])
  })

  test.each(['alternativeSettingUrl', 'finishInstallUrl', 'trustedUrl'])('customProps.%s', (field) => {
    const given = (address: string) => ({ customProps: { [field]: address } })
    expect(refusedWith(catalogueLineSchema, line, given('https://a.example'))).toEqual([])
    expect(refusedWith(catalogueLineSchema, line, given('javascript:alert(1)'))).toEqual([`customProps.${field}`])
  })
})

describe('its pictures are files below the catalogue', () => {
  const inFolder = ['icon.webp', 'a/b/c.png', 'a b/ü.svg', '.hidden/icon.png', '...png']
  const elsewhere = ['../icon.png', 'a/../../icon.png', '/etc/passwd', '\\\\host\\icon.png', 'a\\..\\icon.png', 'C:\\icon.png']
  const addresses = ['http://a.example/icon.png', 'file:///etc/passwd', 'data:image/png;base64,AA']
  test.each(inFolder)('%s is', (path) => {
    expect(refusedWith(catalogueLineSchema, line, { icon: path })).toEqual([])
    expect(refusedWith(catalogueLineSchema, line, { screenshots: [{ large: path }] })).toEqual([])
  })
  test.each([...elsewhere, ...addresses])('%s is not', (path) => {
    expect(refusedWith(catalogueLineSchema, line, { icon: path })).toEqual(['icon'])
    expect(refusedWith(catalogueLineSchema, line, { screenshots: [{ large: path }] })).toEqual(['screenshots.0.large'])
  })
})

describe('the price', () => {
  const payment = { price: 900, frequency: 'monthly' }
  test.each<Row>([
    ['nothing', { payment: null }, []],
    ['zero', { payment: { ...payment, price: 0 } }, []],
    ['a million dollars', { payment: { ...payment, price: 100_000_000 } }, []],
    ['a cent more', { payment: { ...payment, price: 100_000_001 } }, ['payment.price']],
    ['less than nothing', { payment: { ...payment, price: -1 } }, ['payment.price']],
    ['half a cent', { payment: { ...payment, price: 900.5 } }, ['payment.price']],
    ['a price as text', { payment: { ...payment, price: '900' } }, ['payment.price']],
    ['each week', { payment: { ...payment, frequency: 'weekly' } }, ['payment.frequency']],
    ['at no known time', { payment: { price: 900 } }, ['payment.frequency']],
    ['half', { payment: { ...payment, discountPercent: 50 } }, []],
    ['less than that', { payment: { ...payment, discountPercent: 101 } }, ['payment.discountPercent']],
    ['after a year', { payment: { ...payment, trialDays: 365 } }, []],
    ['after a longer trial', { payment: { ...payment, trialDays: 366 } }, ['payment.trialDays']],
    [
      'in tiers',
      { payment: { ...payment, tiersPricingConfig: { enabled: true, tiers: [{ accountsFrom: 5, discount: 10 }] } } },
      [],
    ],
    [
      'in a tier of nobody',
      { payment: { ...payment, tiersPricingConfig: { enabled: true, tiers: [{ accountsFrom: 0, discount: 10 }] } } },
      ['payment.tiersPricingConfig.tiers.0.accountsFrom'],
    ],
    [
      'by 20 plans',
      { plans: repeated({ name: 'Pro', billingCycle: 'pay-monthly', pricingType: 'per-agent', price: 1 }, 20) },
      [],
    ],
    [
      'by 21',
      { plans: repeated({ name: 'Pro', billingCycle: 'pay-monthly', pricingType: 'per-agent', price: 1 }, 21) },
      ['plans'],
    ],
    [
      'by a plan without a name',
      { plans: [{ name: ' ', billingCycle: 'pay-monthly', pricingType: 'per-agent', price: 1 }] },
      ['plans.0.name'],
    ],
    ['for a resource of 13 months', { resources: [{ name: 'Seats', price: 1, months: 13 }] }, ['resources.0.months']],
  ])('%s', (_, change, refused) => expect(refusedWith(catalogueLineSchema, line, change)).toEqual(refused))

  test('a resource is for a month and not for each agent, unless it says otherwise', () => {
    expect(verdictOf(catalogueLineSchema, { slug: 'a', resources: [{ name: 'Seats', price: 100 }] })).toEqual({
      taken: { slug: 'a', resources: [{ name: 'Seats', price: 100, months: 1, multiplied: false, perAgent: false }] },
    })
  })
})

describe('the ratings', () => {
  test.each<Row>([
    ['five stars', { rating: { rate: 5, votes: 1 } }, []],
    ['six', { rating: { rate: 6, votes: 1 } }, ['rating.rate']],
    ['a part of a vote', { rating: { rate: 5, votes: 1.5 } }, ['rating.votes']],
    ['a histogram', { rating: { rate: 4, votes: 3, histogram: [0, 0, 1, 1, 1] } }, []],
    ['one that does not add up', { rating: { rate: 4, votes: 3, histogram: [0, 0, 1, 1, 2] } }, ['rating']],
    ['one of four bars', { rating: { rate: 4, votes: 3, histogram: [0, 1, 1, 1] } }, ['rating.histogram']],
    ['a negative bar', { rating: { rate: 4, votes: 0, histogram: [-1, 0, 0, 0, 1] } }, ['rating.histogram']],
    ['a billion installs', { installations: 1_000_000_000 }, []],
    ['more', { installations: 1_000_000_001 }, ['installations']],
  ])('%s', (_, change, refused) => expect(refusedWith(catalogueLineSchema, line, change)).toEqual(refused))
})

describe('when it came', () => {
  const fields = ['submittedAt', 'acceptedAt', 'publishedAt', 'createdAt', 'updatedAt']
  test.each(fields)('%s is an instant with its offset', (field) => {
    for (const instant of ['2026-01-31T00:00:00Z', '2026-01-31T00:00:00.123+02:00', null])
      expect(refusedWith(catalogueLineSchema, line, { [field]: instant })).toEqual([])
    for (const instant of ['2026-01-31', '2026-01-31T00:00:00', '2026-02-30T00:00:00Z', 'yesterday', 1_769_817_600_000])
      expect(refusedWith(catalogueLineSchema, line, { [field]: instant })).toEqual([field])
  })
})

describe('its lists and custom properties', () => {
  test.each<Row>([
    ['a flag', { customProps: { isPremium: 'true' } }, []],
    ['a flag that is no text', { customProps: { isPremium: true } }, ['customProps.isPremium']],
    ['another word', { customProps: { isPremium: 'yes' } }, ['customProps.isPremium']],
    ['an order', { customProps: { order: '12' } }, []],
    ['an order as a number', { customProps: { order: 12 } }, []],
    ['an order in hexadecimal', { customProps: { order: '0x12' } }, ['customProps.order']],
    ['a property that we do not know', { customProps: { colour: 'red' } }, []],
    ['one that is an object', { customProps: { colour: {} } }, ['customProps.colour']],
    ['one that is long', { customProps: { colour: letters(2_001) } }, ['customProps.colour']],
    ['50 tags', { tags: repeated('tag', 50) }, []],
    ['51 tags', { tags: repeated('tag', 51) }, ['tags']],
    ['a tag that is no slug', { tags: ['A tag'] }, ['tags.0']],
    ['20 screenshots', { screenshots: repeated({ large: 'a.png' }, 20) }, []],
    ['21', { screenshots: repeated({ large: 'a.png' }, 21) }, ['screenshots']],
    ['a feature with a title', { features: [{ title: 'Sends' }] }, []],
    ['a feature with a name', { features: [{ name: 'Sends' }] }, []],
    ['a feature without either', { features: [{ description: 'Sends' }] }, ['features.0']],
    ['an empty title', { triggers: [{ title: '' }] }, ['triggers.0']],
    ['a colour', { brandColor: '#1F2937' }, []],
    ['a word for a colour', { brandColor: 'red' }, ['brandColor']],
    ['a short colour', { brandColor: '#fff' }, ['brandColor']],
    ['a widget', { widgets: [{ placement: 'plugin', url: 'https://a.example' }] }, []],
    ['a widget nowhere', { widgets: [{ placement: 'footer' }] }, ['widgets.0.placement']],
    ['a scope as text', { authorization: { scopes: ['chats--all:rw'] } }, []],
    ['a scope that need not be given', { authorization: { scopes: [{ name: 'chats--all:rw', required: false }] } }, []],
    ['a client of another kind', { authorization: { clientType: 'native' } }, ['authorization.clientType']],
    ['a product that there is not', { product: 'fax' }, ['product']],
    ['a company without a name', { company: { website: 'https://a.example' } }, ['company.name']],
    ['a company with a bad address', { company: { name: 'A', website: 'a' } }, ['company.website']],
  ])('%s', (_, change, refused) => expect(refusedWith(catalogueLineSchema, line, change)).toEqual(refused))

  test('a scope is required unless it says otherwise', () => {
    const given = { slug: 'a', authorization: { scopes: [{ name: 'chats--all:rw' }] } }
    expect(verdictOf(catalogueLineSchema, given)).toEqual({
      taken: { slug: 'a', authorization: { scopes: [{ name: 'chats--all:rw', required: true }] } },
    })
  })
})

test('every field that decides whether a line is refused is declared', () => {
  for (const field of DECISIVE_FIELDS) expect(Object.keys(catalogueLineSchema.shape)).toContain(field)
  // Without these fields, a line would publish something else, or at another price.
  for (const field of ['slug', 'name', 'payment', 'hidden', 'publishedAt']) expect(DECISIVE_FIELDS).toContain(field)
  for (const field of ['icon', 'tags', 'websiteUrl', 'rating']) expect(DECISIVE_FIELDS).not.toContain(field)
})
