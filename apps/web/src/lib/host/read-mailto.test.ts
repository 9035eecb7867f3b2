import { expect, test } from 'vitest'
import { readMailto } from './read-mailto.ts'

test.each([
  ['mailto:ada@example.com', { email: 'ada@example.com' }],
  ['mailto:ada%40example.com', { email: 'ada@example.com' }],
  ['mailto:ada%2Bapps@example.com', { email: 'ada+apps@example.com' }],
  [
    'mailto:ada@example.com?subject=Data%20of%20us&body=1+1%3D2%0D%0A',
    { email: 'ada@example.com', subject: 'Data of us', body: '1+1=2\r\n' },
  ],
  ['mailto:ada@example.com?cc=eve@example.com', { email: 'ada@example.com' }],
  ['mailto:', null],
  ['mailto:%ff@example.com', null],
  ['https://example.com/', null],
])('%s says %j', (href, said) => expect(readMailto(href)).toEqual(said))
