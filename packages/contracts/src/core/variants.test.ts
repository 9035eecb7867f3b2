import { describe, expect, test } from 'vitest'
import {
  findVariant,
  hostProductOf,
  variantInMode,
  variantNameOf,
  variantNamed,
  VARIANT_MODES,
  VARIANTS,
  withBeta,
} from './variants.ts'

test('the seven variants, with their products, lists and headers', () => {
  expect(
    VARIANTS.map(({ name, prefix, product, lists, framed, headerHeight }) => [
      name,
      prefix,
      product,
      lists,
      framed,
      headerHeight,
    ]),
  ).toEqual([
    ['base', '', 'livechat', ['livechat', 'helpdesk'], false, 90],
    ['public', '/public', 'livechat', ['livechat', 'helpdesk'], false, 90],
    ['agent-app', '/embed/agent-app', 'livechat', ['livechat'], true, null],
    ['helpdesk-public', '/helpdesk', 'helpdesk', ['helpdesk'], false, 52],
    ['helpdesk-iframe', '/embed/helpdesk', 'helpdesk', ['helpdesk'], true, null],
    ['text-public', '/text', 'livechat', ['livechat', 'helpdesk'], false, 90],
    ['text-iframe', '/embed/text', 'livechat', ['livechat', 'helpdesk'], true, null],
  ])
})

describe('beta mode', () => {
  test('exists for framed variants only, needs beta=true, and has a name of its own', () => {
    for (const variant of VARIANTS) {
      const inBeta = variantInMode(variant, new URLSearchParams('beta=true'))
      expect(inBeta.beta).toBe(variant.framed)
      expect(inBeta).toEqual(variant.framed ? { ...variant, beta: true, name: `${variant.name}-beta` } : variant)
      expect(findVariant(inBeta.name)).toBe(inBeta)
      expect(variantNameOf(inBeta.name)).toBe(variant.name)
      for (const query of ['', 'beta', 'beta=1', 'beta=false', 'Beta=true'])
        expect(variantInMode(variant, new URLSearchParams(query))).toBe(variant)
    }
  })

  test('a property that every object inherits is not a variant', () => {
    for (const name of ['constructor', '__proto__', 'toString']) {
      expect(findVariant(name)).toBeUndefined()
      expect(() => variantNamed(name as 'base')).toThrow(RangeError)
    }
  })

  test.each([
    ['/', '/?beta=true'],
    ['/apps/?page=2', '/apps/?page=2&beta=true'],
    ['/apps/#more', '/apps/?beta=true#more'],
    ['/apps/?a=1#b#c', '/apps/?a=1&beta=true#b#c'],
    ['/apps/?beta=true', '/apps/?beta=true'],
    ['/apps/?beta=trueish', '/apps/?beta=trueish&beta=true'],
    ['', '?beta=true'],
  ])('%s leads on to %s', (to, expected) => expect(withBeta(to)).toBe(expected))
})

test('each variant, in beta mode too, belongs to a product of the host', () => {
  expect(Object.fromEntries(VARIANT_MODES.map((variant) => [variant.name, hostProductOf(variant)]))).toEqual({
    base: 'livechat',
    public: 'livechat',
    'agent-app': 'livechat',
    'agent-app-beta': 'livechat',
    'helpdesk-public': 'helpdesk',
    'helpdesk-iframe': 'helpdesk',
    'helpdesk-iframe-beta': 'helpdesk',
    'text-public': 'text',
    'text-iframe': 'text',
    'text-iframe-beta': 'text',
  })
})
