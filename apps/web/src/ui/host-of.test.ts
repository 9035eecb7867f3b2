import { expect, it } from 'vitest'
import { hostOf } from './host-of.ts'

it.each([
  ['https://northwind.example/about?x=1', 'northwind.example'],
  ['https://www.northwind.example', 'northwind.example'],
  ['http://northwind.example:8080/', 'northwind.example:8080'],
  ['no address', 'no address'],
])('%s is %s', (address, expected) => expect(hostOf(address)).toBe(expected))
