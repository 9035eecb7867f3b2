import { expect, test } from 'vitest'
import { brandName } from './card-brand.ts'

test.each([
  ['visa', 'Visa'],
  ['master', 'Mastercard'],
  ['american express', 'American Express'],
  ['a new brand', 'a new brand'],
])('%s is %s', (brand, name) => expect(brandName(brand)).toBe(name))
