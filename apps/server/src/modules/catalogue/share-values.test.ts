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

test('a text stays the same', () => {
  const { text } = createSharing()
  expect([text('livechat'), text(''), text('livechat')]).toEqual(['livechat', '', 'livechat'])
})
