import type { PageResult } from '@marketplace/contracts/page-data'

/** A page that was built, and the next instant at which time alone changes it. */
export type BuiltPage<Result extends PageResult = PageResult> = { status: 200 | 404 | 500; result: Result; until: Date | null }

/** The page is somewhere else, for good. */
export type MovedPage = { status: 301; path: string }
