import type { Bytes, ComposedBody } from '@marketplace/contracts/core/composed-body'

/** Size of the whole document in bytes. */
export const composedSize = ({ own, pieces }: ComposedBody): number =>
  pieces.reduce((size, { bytes }) => size + bytes.length, own.length)

/** The whole document as a new copy. Do not cache it: copies would need several times the memory of shared pieces. */
export const wholeBody = (body: ComposedBody): Bytes => {
  const { own, pieces } = body
  const whole = new Uint8Array(composedSize(body))
  let [read, end] = [0, 0]
  for (const { at, bytes } of pieces) {
    whole.set(own.subarray(read, at), end)
    whole.set(bytes, end + at - read)
    end += at - read + bytes.length
    read = at
  }
  whole.set(own.subarray(read), end)
  return whole
}
