import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composedSize, wholeBody } from './composed-body.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('a document contains all of its texts and pieces in their order', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 9 }), (texts) => {
      let at = 0
      const pieces = texts.flatMap((text, place) => {
        if (place % 2 === 1) return [{ at, bytes: bytes(text) }]
        at += bytes(text).length
        return []
      })
      const body = { own: bytes(texts.filter((_, place) => place % 2 === 0).join('')), pieces }
      expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(wholeBody(body))).toBe(texts.join(''))
      expect(composedSize(body)).toBe(wholeBody(body).length)
    }),
  )
})
