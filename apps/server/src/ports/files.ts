/** Where files rest that are too large for the database. Keys are relative paths of letters, digits, `-`, `_`, `.` and `/`. */
export type Files = {
  /** The file's bytes, or null where there is none. */
  read(key: string): Promise<Buffer | null>
  /** Writes the whole file or nothing. Writing the same key again replaces it. */
  write(key: string, content: Uint8Array): Promise<void>
}
