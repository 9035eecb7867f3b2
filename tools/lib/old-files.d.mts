export const KEPT_MS: number
export const removeOldFiles: (folder: string, now?: number) => void
