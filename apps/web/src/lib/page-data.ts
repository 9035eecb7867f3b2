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
  /** How often a failure is tried again. */
  retries?: number
  priority?: RequestPriority
  fetch?: Fetch
  pause?: Pause
}

/**
 * `redirected` says that the data lives at another path than the one asked for: `data.path`. `buildHash` is that of the build which has
 * made the data; null where none has.
 */
export type FetchedPage = { data: PageData; redirected: boolean; buildHash: string | null }

export const isError = ({ result }: PageData): boolean => result.kind === 'not-found' || result.kind === 'server-error'

const errorTexts: Record<ErrorPage['kind'], string> = {
  'not-found': 'Page not found',
  'server-error': 'Something went wrong',
}

/** The page that stands for a failure when the server has not sent one. */
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
 * Reads a page's data. Network errors and 5xx are tried again with a growing pause; what still fails becomes the page that the server says it
 * is, or the 500 page, a 404 the 404 page. Throws only when the signal says that nobody waits any more.
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
