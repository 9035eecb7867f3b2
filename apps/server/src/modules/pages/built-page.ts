import type { PageResult } from '@marketplace/contracts/page-data'

/** A page that was built, and the next instant at which time alone changes it. `keep` is false for one that takes no place in a cache. */
export type BuiltPage<Result extends PageResult = PageResult> = {
  status: 200 | 404 | 429 | 500 | 503
  result: Result
  until: Date | null
  keep?: false
  /** What a person looks for here and is missing. */
  missed?: string
}

/** The page is at another path of the variant, for good. */
export type MovedPage = { movedTo: string }
