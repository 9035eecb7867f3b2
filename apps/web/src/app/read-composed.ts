import type { Composed } from './byte-writer.ts'

/** A document as a text, for tests. */
export const readComposed = ({ own, pieces }: Composed): string => {
  const decoder = new TextDecoder()
  let text = ''
  let read = 0
  for (const { at, bytes } of pieces) {
    text += decoder.decode(own.subarray(read, at)) + decoder.decode(bytes)
    read = at
  }
  return text + decoder.decode(own.subarray(read))
}
