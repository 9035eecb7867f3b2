export const testFiles: () => string[]
export const splitFilters: (
  args: readonly string[],
  files: readonly string[],
) => { vitest: string[] | null; playwright: string[] | null }
