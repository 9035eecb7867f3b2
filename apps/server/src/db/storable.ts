/** Whether PostgreSQL takes this text at all: it has no NUL. Nothing that it keeps is called like one that it does not take. */
export const isStorable = (text: string): boolean => !text.includes('\0')
