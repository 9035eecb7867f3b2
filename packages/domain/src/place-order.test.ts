import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPlaceOrder } from './place-order.ts'

test('equals a sort after places are added, removed and moved, one by one or many together', () => {
  const batch = fc.array(fc.record({ place: fc.nat(80), key: fc.option(fc.nat(9), { nil: null }) }), { maxLength: 60 })
  fc.assert(
    fc.property(fc.array(batch, { maxLength: 12 }), (batches) => {
      const order = createPlaceOrder()
      const keys = new Map<number, number>()
      const compare = (a: number, b: number) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0) || a - b
      for (const changes of batches) {
        const wanted = new Map(changes.map(({ place, key }) => [place, key]))
        const out = [...wanted.keys()].filter((place) => keys.has(place))
        const before = [...order.places()]
        for (const [place, key] of wanted) {
          if (key === null) keys.delete(place)
          else keys.set(place, key)
        }
        const into = [...wanted.keys()].filter((place) => keys.has(place))
        const isMoved = order.update(out, into, compare)
        const after = [...order.places()]
        expect(after).toEqual([...keys.keys()].sort(compare))
        if (after.join() !== before.join()) expect(isMoved).toBe(true)
      }
    }),
  )
})

test('an update that moves nothing reports no change', () => {
  const compare = (a: number, b: number) => a - b
  const order = createPlaceOrder([1, 2, 3])
  expect(order.update([2], [2], compare)).toBe(false)
  expect(order.update([], [], compare)).toBe(false)
  expect(order.update([2], [4], compare)).toBe(true)
  expect([...order.places()]).toEqual([1, 3, 4])
})
