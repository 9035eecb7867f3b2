import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composedDigest, composedSize, wholeBody } from './composed-body.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** A document out of texts, of which those at odd places are pieces. */
const compose = (texts: readonly string[]) => {
  const own = bytes(texts.filter((_, place) => place % 2 === 0).join(''))
  let at = 0
  const pieces = texts.flatMap((text, place) => {
    if (place % 2 === 1) return [{ at, bytes: bytes(text) }]
    at += bytes(text).length
    return []
  })
  return { own, pieces }
}
const anyTexts = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 9 })

test('a document is all of its texts and pieces in their order', () => {
  fc.assert(
    fc.property(anyTexts, (texts) => {
      const body = compose(texts)
      expect(wholeBody(body).toString()).toBe(texts.join(''))
      expect(composedSize(body)).toBe(wholeBody(body).length)
    }),
  )
})

test('the digest tells documents apart, by what stands in them and where', () => {
  fc.assert(
    fc.property(anyTexts, anyTexts, (one, other) => {
      const [a, b] = [compose(one), compose(other)]
      expect(composedDigest(a)).toBe(composedDigest(compose(one)))
      if (wholeBody(a).toString() !== wholeBody(b).toString()) expect(composedDigest(a)).not.toBe(composedDigest(b))
    }),
  )
  expect(composedDigest(compose(['ab', 'x', 'c']))).not.toBe(composedDigest(compose(['a', 'x', 'bc'])))
})
