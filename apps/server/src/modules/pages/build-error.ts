import { BRAND } from '@marketplace/contracts/core/brand'
import type { ErrorPage } from '@marketplace/contracts/pages/page-data'
import type { BuiltPage } from './built-page.ts'
import type { PageContext } from './lists.ts'
import { metaOf } from './page-meta.ts'

const TRY_AGAIN = 'Try again in a moment.'
type Texts = { kind: ErrorPage['kind']; status: BuiltPage['status']; title: string; description: string; isSaid?: true }

const TEXTS = {
  'not-found': { kind: 'not-found', status: 404, title: 'Page not found', description: 'There is nothing at this address.' },
  'server-error': {
    kind: 'server-error',
    status: 500,
    title: 'Something went wrong',
    description: 'The page could not be made. Nothing was lost.',
  },
  unavailable: {
    kind: 'server-error',
    status: 503,
    title: 'Something went wrong',
    description: 'The page cannot be made right now. Nothing was lost.',
  },
  'search-busy': {
    kind: 'server-error',
    status: 429,
    title: 'Many people are searching right now',
    description: TRY_AGAIN,
    isSaid: true,
  },
  'search-away': {
    kind: 'server-error',
    status: 503,
    title: 'The search is not available right now',
    description: TRY_AGAIN,
    isSaid: true,
  },
} as const satisfies Readonly<Record<string, Texts>>

/** Why there is no page. */
export type Failure = keyof typeof TEXTS

/** The error page: for an unknown address, an error of the server, or a refused search. */
export const buildError = (context: PageContext, why: Failure): BuiltPage<ErrorPage> => {
  const { kind, status, title, description, isSaid }: Texts = TEXTS[why]
  return {
    status,
    until: null,
    result: {
      kind,
      meta: metaOf(context, { title: `${title} | ${BRAND.marketplace}`, description, path: null, noindex: true }),
      ...(isSaid && { says: { heading: title, text: description } }),
    },
  }
}
