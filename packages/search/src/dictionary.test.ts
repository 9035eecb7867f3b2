import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangeOfPrefix, rangeOfTerm } from './dictionary.ts'

test('ranges hold what a look at every term finds', () => {
  const term = fc.string({ unit: fc.constantFrom('a', 'b', '\u0001', '\uffff', '京'), maxLength: 4 })
  fc.assert(
    fc.property(fc.uniqueArray(term), term, (terms, wanted) => {
      const dictionary = terms.sort()
      const one = rangeOfTerm(dictionary, wanted)
      expect(dictionary.slice(one.from, one.to)).toEqual(dictionary.filter((each) => each === wanted))
      const many = rangeOfPrefix(dictionary, wanted)
      expect(dictionary.slice(many.from, many.to)).toEqual(dictionary.filter((each) => each.startsWith(wanted)))
    }),
  )
})
