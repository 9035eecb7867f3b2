/** What failed, by Vitest's JSON report at `path`: a text for each test, with its file and the start of its error. */
export function failuresOfVitest(path: string): string[]

/** What failed, by Playwright's JSON report at `path`, and what passed at its retry only: a text for each test. */
export function failuresOfPlaywright(path: string): string[]
