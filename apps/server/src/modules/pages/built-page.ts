import type { PageResult } from '@marketplace/contracts/pages/page-data'

/** A built page, and the next instant at which the passing of time changes it. `keep` is false if it must not be cached. */
export type BuiltPage<Result extends PageResult = PageResult> = {
  status: 200 | 404 | 429 | 500 | 503
  result: Result
  until: Date | null
  keep?: false
  /** The search text, if the search had no result and should be counted as a miss. */
  missed?: string
}

/** A permanent redirect to another path of the variant. */
export type MovedPage = { movedTo: string }
