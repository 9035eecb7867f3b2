import { expect, test } from 'vitest'
import { createSharing } from './share-values.ts'

test('equal lists become one frozen list', () => {
  const { list } = createSharing()
  const first = list(['en', 'de'])
  expect(list(['en', 'de'])).toBe(first)
  expect(list(['de', 'en'])).toEqual(['de', 'en'])
  expect(list([{ name: 'chats--all:ro', required: true }])).toBe(list([{ name: 'chats--all:ro', required: true }]))
  expect(Object.isFrozen(first)).toBe(true)
})

test('instants that are the same become one, and none stays none', () => {
  const { instant, clear } = createSharing()
  const noon = new Date('2026-11-22T12:00:00Z')
  expect(instant(noon)).toBe(noon)
  expect(instant(new Date(noon))).toBe(noon)
  expect(instant(new Date('2026-11-22T12:00:00.001Z'))).not.toBe(noon)
  expect(instant(null)).toBe(null)
  clear()
  expect(instant(new Date(noon))).not.toBe(noon)
})

test('a text stays what it is', () => {
  const { text } = createSharing()
  expect([text('livechat'), text(''), text('livechat')]).toEqual(['livechat', '', 'livechat'])
})
