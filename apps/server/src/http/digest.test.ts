import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholeBody } from '@marketplace/domain/composed-body'
import { composedDigest } from './digest.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** Composes a document of texts. The texts at odd indexes become shared pieces. */
const compose = (texts: readonly string[]) => {
  let at = 0
  const pieces = texts.flatMap((text, place) => {
    if (place % 2 === 1) return [{ at, bytes: bytes(text) }]
    at += bytes(text).length
    return []
  })
  return { own: bytes(texts.filter((_, place) => place % 2 === 0).join('')), pieces }
}
const anyTexts = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 9 })

test('the digest depends on the contents of a document and their positions', () => {
  fc.assert(
    fc.property(anyTexts, anyTexts, (one, other) => {
      const [a, b] = [compose(one), compose(other)]
      expect(composedDigest(a)).toBe(composedDigest(compose(one)))
      if (String(wholeBody(a)) !== String(wholeBody(b))) expect(composedDigest(a)).not.toBe(composedDigest(b))
    }),
  )
  expect(composedDigest(compose(['ab', 'x', 'c']))).not.toBe(composedDigest(compose(['a', 'x', 'bc'])))
})
