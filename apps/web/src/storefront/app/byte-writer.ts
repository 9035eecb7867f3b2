import type { Bytes, ComposedBody } from '@marketplace/contracts/core/composed-body'

const encoder = new TextEncoder()
export const bytesOf = (text: string): Bytes => encoder.encode(text)

/** The most UTF-8 bytes for one UTF-16 code unit. */
const BYTES_OF_ONE = 3

/** One buffer for all pages, which are written one after the other. It grows to the size of the largest page. */
let room: Bytes = new Uint8Array(64 * 1024)

const enlarge = (used: number, wanted: number): void => {
  const larger = new Uint8Array(Math.max(wanted, room.length * 2))
  larger.set(room.subarray(0, used))
  room = larger
}

/**
 * Writes a document from texts, and from bytes that exist already and are not copied. Write one document at a time: do not await between
 * the first and the last call.
 */
export const createByteWriter = () => {
  const pieces: { at: number; bytes: Bytes }[] = []
  let end = 0
  return {
    text: (text: string): void => {
      const wanted = end + text.length * BYTES_OF_ONE
      if (wanted > room.length) enlarge(end, wanted)
      end += encoder.encodeInto(text, room.subarray(end)).written
    },
    bytes: (bytes: Bytes): void => void pieces.push({ at: end, bytes }),
    /** The finished document. The buffer's part is copied. */
    document: (): ComposedBody => ({ own: room.slice(0, end), pieces }),
  }
}

export type ByteWriter = ReturnType<typeof createByteWriter>
