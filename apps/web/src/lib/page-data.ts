import { BRAND } from '@marketplace/contracts/core/brand'
import { BUILD_HASH_HEADER, type ErrorPage, type PageData } from '@marketplace/contracts/pages/page-data'
import { pageDataAddress } from './paths.ts'

/** How often a failed request for page data is repeated: docs/product/pages.md, Loading and failing. */
export const PAGE_DATA_RETRIES = 3
const FIRST_PAUSE_MS = 150

type Fetch = (address: string, init: RequestInit) => Promise<Response>
type Pause = (ms: number) => Promise<void>
type Options = {
  basename: string
  pathname: string
  search: string
  signal?: AbortSignal
  /** The number of retries after a failure. */
  retries?: number
  priority?: RequestPriority
  fetch?: Fetch
  pause?: Pause
}

/**
 * `redirected`: the data belongs to `data.path`, another path than the one asked for. `buildHash`: the build of the server that answered;
 * null if unknown.
 */
export type FetchedPage = { data: PageData; redirected: boolean; buildHash: string | null }

export const isError = ({ result }: PageData): boolean => result.kind === 'not-found' || result.kind === 'server-error'

const errorTexts: Record<ErrorPage['kind'], string> = {
  'not-found': 'Page not found',
  'server-error': 'Something went wrong',
}

/** The error page for a failure for which the server sent no page. */
export const errorPageData = (kind: ErrorPage['kind'], path: string): PageData => ({
  path,
  result: {
    kind,
    meta: {
      title: `${errorTexts[kind]} | ${BRAND.marketplace}`,
      description: '',
      canonical: '',
      noindex: true,
      image: { url: '', width: 0, height: 0, alt: '' },
      structuredData: [],
    },
  },
})

const isPageData = (value: unknown): value is PageData =>
  typeof value === 'object' && value !== null && 'path' in value && 'result' in value && typeof value.result === 'object'

const readPageData = async (response: Response): Promise<PageData | null> => {
  try {
    const body: unknown = await response.json()
    return isPageData(body) ? body : null
  } catch {
    return null
  }
}

const timer: Pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Loads a page's data. Network errors and 5xx are retried with growing pauses. A final failure gives the server's own error page if there
 * is one, else the 404 or 500 page. Throws only if the signal was aborted.
 */
export const fetchPageData = async (options: Options): Promise<FetchedPage> => {
  const { basename, pathname, search, signal, retries = PAGE_DATA_RETRIES, priority } = options
  const { fetch = globalThis.fetch, pause = timer } = options
  const address = pageDataAddress(basename, pathname, search)
  const init: RequestInit = { headers: { accept: 'application/json' }, ...(signal && { signal }), ...(priority && { priority }) }
  for (let attempt = 0; attempt <= retries; attempt++) {
    if (attempt > 0) await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1))
    signal?.throwIfAborted()
    try {
      const response = await fetch(address, init)
      const { status, ok } = response
      if (status >= 500 && attempt < retries) continue
      const data = await readPageData(response)
      if (data) return { data, redirected: response.redirected && ok, buildHash: response.headers.get(BUILD_HASH_HEADER) }
      if (!ok) return failed(status === 404 ? 'not-found' : 'server-error', pathname)
    } catch (error) {
      if (signal?.aborted) throw error
    }
  }
  return failed('server-error', pathname)
}

const failed = (kind: ErrorPage['kind'], path: string): FetchedPage => ({
  data: errorPageData(kind, path),
  redirected: false,
  buildHash: null,
})
