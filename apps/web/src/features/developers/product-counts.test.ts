import { expect, it } from 'vitest'
import { productCounts } from './product-counts.ts'

it.each([
  [7, 1, '7 apps · 1 service'],
  [1, 0, '1 app'],
  [0, 2, '2 services'],
  [1069, 0, '1,069 apps'],
])('%i and %i are %s', (applicationCount, serviceCount, expected) =>
  expect(productCounts({ applicationCount, serviceCount })).toBe(expected),
)
