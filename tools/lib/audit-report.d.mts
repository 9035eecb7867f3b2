export const seriousWeaknesses: (report: string) => string[] | null
