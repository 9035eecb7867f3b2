/** Whether PostgreSQL can store this text. It cannot store a NUL, so a lookup by a text with a NUL would find nothing. */
export const isStorable = (text: string): boolean => !text.includes('\0')
