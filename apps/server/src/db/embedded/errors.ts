/** The database cannot be opened for a reason that the operator can fix. The message is one line for the operator. */
export class DatabaseStartError extends Error {}

/** Another process holds the data folder. The message names the folder and that process. */
export class DataFolderInUseError extends DatabaseStartError {}

export const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The last lines of a program's output, joined into one line. */
export const lastLines = (text: string, count = 5): string => text.trim().split('\n').slice(-count).join(' | ')
