import { BRAND } from '@marketplace/contracts/brand'
import type { ErrorPage } from '@marketplace/contracts/page-data'
import type { BuiltPage } from './built-page.ts'
import type { PageContext } from './lists.ts'
import { metaOf } from './page-meta.ts'

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
} as const

/** The page for an unknown address or an error of the server. */
export const buildError = (context: PageContext, why: keyof typeof TEXTS): BuiltPage<ErrorPage> => {
  const { kind, status, title, description } = TEXTS[why]
  return {
    status,
    until: null,
    result: { kind, meta: metaOf(context, { title: `${title} | ${BRAND.marketplace}`, description, path: null, noindex: true }) },
  }
}
