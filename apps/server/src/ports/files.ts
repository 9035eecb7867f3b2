/** Stores files that are too large for the database. Keys are relative paths of letters, digits, `-`, `_`, `.` and `/`. */
export type Files = {
  /** The file's bytes, or null if there is no such file. */
  read(key: string): Promise<Buffer | null>
  /** Writes the whole file or nothing. Replaces an existing file. */
  write(key: string, content: Uint8Array): Promise<void>
}
