import { expect, test } from 'vitest'
import { variantNamed } from '@marketplace/contracts/core/variants'
import { pageHeaders } from './policy.ts'

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
