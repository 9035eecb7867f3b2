import type { ComposedBody } from '@marketplace/contracts/core/composed-body'
import { wholeBody } from '@marketplace/domain/composed-body'
import { expect, test } from 'vitest'
import { bytesOf, createByteWriter } from './byte-writer.ts'

const read = (body: ComposedBody) => new TextDecoder().decode(wholeBody(body))

test('writes texts and bytes in their order, whatever letters are in them', () => {
  const writer = createByteWriter()
  writer.text('<p>żółć – 24 € ')
  writer.bytes(bytesOf('𝔘nicode '))
  writer.text('')
  writer.text('\u{1F600}</p>')
  expect(read(writer.document())).toBe('<p>żółć – 24 € 𝔘nicode \u{1F600}</p>')
})

test('bytes that were made before stand in the document themselves, each at its place', () => {
  const [card, frame] = [bytesOf('card'), bytesOf('frame')]
  const writer = createByteWriter()
  writer.bytes(frame)
  writer.text('€')
  writer.bytes(card)
  writer.bytes(card)
  const { own, pieces } = writer.document()
  expect(own.length).toBe(3)
  expect(pieces).toEqual([
    { at: 0, bytes: frame },
    { at: 3, bytes: card },
    { at: 3, bytes: card },
  ])
  expect(pieces[2]?.bytes).toBe(card)
})

test('a written document stays unchanged when the next one is written, and long ones fit', () => {
  const first = createByteWriter()
  first.text('first')
  const kept = first.document()
  const long = '€'.repeat(400_000)
  const second = createByteWriter()
  second.text('begun ')
  second.text(long)
  second.bytes(bytesOf(long))
  expect(read(second.document())).toBe(`begun ${long}${long}`)
  expect(read(kept)).toBe('first')
})
