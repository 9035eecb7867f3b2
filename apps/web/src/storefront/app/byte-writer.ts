import type { Bytes, ComposedBody } from '@marketplace/contracts/core/composed-body'

const encoder = new TextEncoder()
export const bytesOf = (text: string): Bytes => encoder.encode(text)

/** A character of a string is at most so many bytes. */
const BYTES_OF_ONE = 3

/** Shared by all pages, which are written one after the other: it grows to the largest. */
let room: Bytes = new Uint8Array(64 * 1024)

const enlarge = (used: number, wanted: number): void => {
  const larger = new Uint8Array(Math.max(wanted, room.length * 2))
  larger.set(room.subarray(0, used))
  room = larger
}

/**
 * Writes a document of texts, and of bytes that were made before and are not copied. One at a time: nothing may wait between the first
 * and the last.
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
    /** All that was written; its own bytes as a copy. */
    document: (): ComposedBody => ({ own: room.slice(0, end), pieces }),
  }
}

export type ByteWriter = ReturnType<typeof createByteWriter>
