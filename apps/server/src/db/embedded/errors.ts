/** The database cannot be opened for a reason that a person can do something about. The message is one line for them. */
export class DatabaseStartError extends Error {}

/** Another process holds the data folder. The message names the folder and the process. */
export class DataFolderInUseError extends DatabaseStartError {}

export const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The end of what a program said, on one line. */
export const lastLines = (text: string, count = 5): string => text.trim().split('\n').slice(-count).join(' | ')
