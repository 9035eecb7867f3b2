/** HTML or JSON as it is sent, in UTF-8. */
export type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()
export const bytesOf = (text: string): Bytes => encoder.encode(text)

/** A character of a string is at most so many bytes. */
const BYTES_OF_ONE = 3

/** Shared by all pages, which are written one after the other: it grows to the largest. */
let room: Bytes = new Uint8Array(256 * 1024)

const enlarge = (used: number, wanted: number): void => {
  const larger = new Uint8Array(Math.max(wanted, room.length * 2))
  larger.set(room.subarray(0, used))
  room = larger
}

/** Writes a document in pieces, texts and what was encoded before. One at a time: nothing may wait between the first and the last. */
export const createByteWriter = () => {
  let end = 0
  const ensure = (more: number): void => {
    if (end + more > room.length) enlarge(end, end + more)
  }
  return {
    text: (text: string): void => {
      ensure(text.length * BYTES_OF_ONE)
      end += encoder.encodeInto(text, room.subarray(end)).written
    },
    bytes: (bytes: Bytes): void => {
      ensure(bytes.length)
      room.set(bytes, end)
      end += bytes.length
    },
    /** All that was written, as a copy of its own. */
    whole: (): Bytes => room.slice(0, end),
  }
}

export type ByteWriter = ReturnType<typeof createByteWriter>
