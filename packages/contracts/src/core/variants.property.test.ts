import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitVariantPath, type Variant, VARIANT_MODES, VARIANTS, variantInMode, variantNamed, withBeta } from './variants.ts'

const slug = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,10}$/)
/** Paths within a variant: each begins and ends with a slash. */
const within = fc.array(slug, { maxLength: 4 }).map((parts) => `/${parts.map((part) => `${part}/`).join('')}`)
const variant = fc.constantFrom(...VARIANTS)
const prefixes = VARIANTS.map(({ prefix }) => prefix).filter(Boolean)
const isUnderPrefix = (path: string) => prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))

describe('the variant at a path', () => {
  test('is the one for which the address was built, on any page', () => {
    fc.assert(
      fc.property(variant, within, (of, path) => {
        // The base variant has no prefix, so its pages cannot have addresses of other variants.
        fc.pre(of.prefix !== '' || !isUnderPrefix(path))
        expect(splitVariantPath(of.prefix + path)).toEqual({ variant: of, path })
      }),
    )
  })

  test('and the path within it together give the address again', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          within,
          fc.webPath(),
          fc.constantFrom(...prefixes).chain((prefix) => slug.map((rest) => prefix + rest)),
        ),
        (path) => {
          const { variant: of, path: inside } = splitVariantPath(path)
          expect([path, `${path}/`]).toContain(of.prefix + inside)
        },
      ),
    )
  })

  test.each<[string, string, string]>([
    ['/embed/agent-app', 'agent-app', '/'],
    ['/embed/agent-app/', 'agent-app', '/'],
    ['/embed/agent-apps/', 'base', '/embed/agent-apps/'],
    ['/embed', 'base', '/embed'],
    ['/embed/helpdesk/apps/a/', 'helpdesk-iframe', '/apps/a/'],
    ['/helpdesk/embed/helpdesk/', 'helpdesk-public', '/embed/helpdesk/'],
    ['/text/', 'text-public', '/'],
    ['/texts/', 'base', '/texts/'],
    ['/public/public/', 'public', '/public/'],
    ['', 'base', ''],
  ])('%s is %s, at %s', (path, name, inside) => {
    expect(splitVariantPath(path)).toEqual({ variant: variantNamed(name as 'base'), path: inside })
  })

  test('no variant’s prefix is below another variant’s prefix', () => {
    for (const one of prefixes) expect(prefixes.filter((other) => other !== one && other.startsWith(`${one}/`))).toEqual([])
  })
})

describe('beta mode', () => {
  const pairs = fc.array(fc.tuple(fc.constantFrom('page', 'query', 'betamax', 'xbeta'), slug), { maxLength: 4 })
  const to = fc.record({ path: within, query: pairs, hash: fc.option(slug, { nil: '' }) }).map(({ path, query, hash }) => {
    const search = new URLSearchParams(query).toString()
    return `${path}${search && `?${search}`}${hash && `#${hash}`}`
  })
  const read = (address: string) => new URL(address, 'https://shop.example')

  test('is added to any link once, and changes nothing else in it', () => {
    fc.assert(
      fc.property(to, (address) => {
        const [before, after] = [read(address), read(withBeta(address))]
        expect([after.pathname, after.hash]).toEqual([before.pathname, before.hash])
        expect([...after.searchParams]).toEqual([...before.searchParams, ['beta', 'true']])
        expect(withBeta(withBeta(address))).toBe(withBeta(address))
      }),
    )
  })

  test('is on after a link with beta=true, in framed variants only', () => {
    fc.assert(
      fc.property(variant, to, (of, address) => {
        const mode: Variant = variantInMode(of, read(withBeta(address)).searchParams)
        expect([mode.beta, mode.prefix, mode.lists]).toEqual([of.framed, of.prefix, of.lists])
        expect(variantInMode(of, read(address).searchParams)).toBe(of)
      }),
    )
  })

  test('the names of modes are unique, and each mode is found by its name', () => {
    const names = VARIANT_MODES.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const mode of VARIANT_MODES) expect(variantNamed(mode.name)).toBe(mode)
  })
})
