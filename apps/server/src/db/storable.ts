/** Whether PostgreSQL can store this text: it cannot contain a NUL. So a lookup by a text with a NUL finds nothing. */
export const isStorable = (text: string): boolean => !text.includes('\0')
