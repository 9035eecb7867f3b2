import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMPTY_QUERY, type ListQuery } from '@marketplace/contracts/pages/list-query'
import { bitsWhere, countBits } from './bit-set.ts'
import { buildListIndex, type FacetDefinition, selectFrom, itemsInOrder } from './list-index.ts'
import { changeNames, createLiveList, type LiveList } from './live-list.ts'

type Item = {
  id: string
  colours: string[]
  label: string
  size: string | null
  verified: boolean
  where: string[]
  from: number
}

const FACETS: FacetDefinition<Item>[] = [
  {
    name: 'language',
    label: 'Colour',
    order: null,
    valuesOf: ({ colours, label }) => colours.map((colour) => ({ value: colour, label: label + colour })),
  },
  {
    name: 'country',
    label: 'Size',
    order: ['small', 'large'],
    valuesOf: ({ size }) => (size ? [{ value: size, label: size }] : []),
  },
]
const LISTS = ['here', 'there']
const at = (time: number) => new Date(time)
const byId = (a: Item, b: Item) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
/** Items whose time has come are sorted first. */
const byTime = (now: Date) => (a: Item, b: Item) => Number(a.from > now.getTime()) - Number(b.from > now.getTime()) || byId(a, b)
const open = (): LiveList<Item> =>
  createLiveList({
    idOf: ({ id }) => id,
    facets: FACETS,
    lists: LISTS,
    marksOf: ({ where, verified, from }, now) => (from > now.getTime() ? [] : [...where, ...(verified ? ['verified'] : [])]),
    orders: [
      {
        name: 'time',
        isMoved: (before, then, after, now) => before.from > then.getTime() !== after.from > now.getTime(),
        sort: (items, now) => items.toSorted(byTime(now)),
        compare: byTime,
      },
    ],
  })

const item = (id: string, given: Partial<Item> = {}): Item => ({
  id,
  colours: ['red'],
  label: '',
  size: 'small',
  verified: false,
  where: ['here'],
  from: 0,
  ...given,
})
const put = (list: LiveList<Item>, items: readonly Item[], now = 1) =>
  [
    ...list.update(
      items.map((one) => ({ id: one.id, item: one })),
      at(now),
    ),
  ].sort()

describe('update reports', () => {
  test.each<[string, Partial<Item>, string[]]>([
    ['nothing for an equal item', {}, []],
    ['nothing for a field that no list reads', { from: 1 }, []],
    ['a changed value of a filter', { size: 'large' }, ['list here']],
    ['a changed label of a value', { label: 'dark ' }, ['list here']],
    ['a changed mark', { verified: true }, ['list here', 'mark verified']],
    ['a changed list', { where: ['there'] }, ['list here', 'list there', 'mark here', 'mark there']],
    ['a changed instant', { from: 5 }, ['list here', 'mark here', 'order time of here']],
  ])('%s', (_, given, expected) => {
    const list = open()
    put(list, [item('a'), item('b')])
    expect(put(list, [item('a', given)])).toEqual(expected)
  })

  test('changes by time alone', () => {
    const list = open()
    put(list, [item('a', { from: 5 }), item('b', { from: 9 })])
    expect(countBits(list.marked('here'))).toBe(0)
    expect(put(list, [item('a', { from: 5 })], 5)).toEqual(['list here', 'mark here'])
    expect(countBits(list.marked('here'))).toBe(1)
  })

  test('the place of a removed item is not used again', () => {
    const list = open()
    put(list, [item('a'), item('b')])
    const place = list.places.of.get('a')
    list.update(
      [
        { id: 'a', item: null },
        { id: 'unknown', item: null },
      ],
      at(2),
    )
    put(list, [item('c'), item('a')])
    expect([...list.places.of.values()]).not.toContain(place)
    expect(list.itemAt(place ?? 0)).toBeUndefined()
    expect(countBits(list.marked('here'))).toBe(3)
  })
})

test('compared with a newly built list: the same items in the same order, with the same filters and counts', () => {
  const change = fc.record({
    id: fc.nat(70).map(String),
    item: fc.option(
      fc.record({
        colours: fc.uniqueArray(fc.constantFrom('red', 'blue', 'green')),
        label: fc.constantFrom('', '', 'dark '),
        size: fc.constantFrom('small', 'large', null),
        verified: fc.boolean(),
        where: fc.subarray(LISTS),
        from: fc.nat(30),
      }),
      { nil: null, freq: 5 },
    ),
  })
  const query = fc.record({
    filters: fc.record({
      language: fc.uniqueArray(fc.constantFrom('red', 'blue', 'green')),
      country: fc.uniqueArray(fc.constantFrom('small', 'large')),
    }),
    verified: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 50 }), { maxLength: 8 }), query, (batches, asked) => {
      const list = open()
      const items = new Map<string, Item>()
      let now = 0
      for (const batch of batches) {
        now += 5
        const latest = new Map<string, Item | null>(batch.map(({ id, item: given }) => [id, given && { id, ...given }]))
        for (const one of items.values())
          if (one.from > now - 5 && one.from <= now && !latest.has(one.id)) latest.set(one.id, one)
        list.update(
          [...latest].map(([id, given]) => ({ id, item: given })),
          at(now),
        )
        for (const [id, given] of latest) {
          if (given) items.set(id, given)
          else items.delete(id)
        }
        for (const name of LISTS) {
          const expected = [...items.values()]
            .filter(({ where, from }) => from <= now && where.includes(name))
            .sort(byTime(at(now)))
          const index = list.index(name, ['language', 'country'], 'verified')
          const anew = buildListIndex(expected, FACETS, ({ verified }) => verified)
          const wanted: ListQuery = { ...EMPTY_QUERY, ...asked }
          const [kept, fresh] = [selectFrom(index, index.everything, wanted), selectFrom(anew, anew.everything, wanted)]
          const places = bitsWhere(expected.length, () => true)
          const order = expected.map((_, place) => place)
          expect(itemsInOrder(index, list.order('time'), index.everything, 0, 100)).toEqual(
            itemsInOrder(anew, order, places, 0, 100),
          )
          expect(kept.total).toBe(fresh.total)
          const counts = ({ filters }: typeof kept) =>
            filters.facets.map(({ name: facet, choices }) => [
              facet,
              choices.map(({ value, count }) => `${value} ${count}`).sort(),
            ])
          expect(counts(kept)).toEqual(counts(fresh))
          expect(kept.filters.verified).toEqual(fresh.filters.verified)
        }
      }
    }),
  )
})

test('a value has the label that most items use, and its position follows from the label', () => {
  const colours = (order: readonly number[]) => {
    const list = open()
    const items = [
      item('a', { label: 'x ' }),
      item('b', { label: 'a ' }),
      item('c', { label: 'x ' }),
      item('d', { colours: ['blue'] }),
    ]
    for (const place of order) put(list, [items[place] as Item])
    return list.index('here', ['language'], 'verified').facets[0]?.values.map(({ label }) => label)
  }
  expect(colours([0, 1, 2, 3])).toEqual(['x red', 'blue'])
  expect(colours([3, 1, 2, 0])).toEqual(['x red', 'blue'])
  expect(changeNames.order('here', 'time')).toBe('order time of here')
})
