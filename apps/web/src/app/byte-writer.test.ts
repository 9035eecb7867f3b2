import { expect, test } from 'vitest'
import { bytesOf, createByteWriter } from './byte-writer.ts'

const read = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

test('writes texts and bytes in their order, whatever letters are in them', () => {
  const writer = createByteWriter()
  writer.text('<p>żółć – 24 € ')
  writer.bytes(bytesOf('𝔘nicode '))
  writer.text('')
  writer.text('\u{1F600}</p>')
  expect(read(writer.whole())).toBe('<p>żółć – 24 € 𝔘nicode \u{1F600}</p>')
})

test('what was written stays as it was when the next document is written, and long ones fit', () => {
  const first = createByteWriter()
  first.text('first')
  const kept = first.whole()
  const long = '€'.repeat(400_000)
  const second = createByteWriter()
  second.text('begun ')
  second.text(long)
  second.bytes(bytesOf(long))
  expect(read(second.whole())).toBe(`begun ${long}${long}`)
  expect(read(kept)).toBe('first')
})
