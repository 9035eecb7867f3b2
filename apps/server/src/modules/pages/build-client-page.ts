import { BRAND } from '@marketplace/contracts/core/brand'
import type { SignInPage } from '@marketplace/contracts/pages/client-pages'
import { paths } from '@marketplace/contracts/pages/paths'
import type { BuiltPage } from './built-page.ts'
import type { PageContext } from './lists.ts'
import { metaOf } from './page-meta.ts'

// Pages whose content is loaded in the browser, mostly because it is personal. The server sends the same page to everybody, and search
// engines must not index it.

type ClientPageShape = {
  heading: string
  description: string
  path: string
  /** The heading, if the caller gives none. */
  title?: string
  /** Whether this page is the same in all variants, like the page of one application. */
  own?: boolean
}

const shape = (context: PageContext, { heading, description, path, title = heading, own = false }: ClientPageShape) => ({
  heading,
  breadcrumbs: [
    { name: BRAND.marketplace, href: paths.home() },
    { name: heading, href: path },
  ],
  meta: metaOf(context, { title: `${title} | ${BRAND.marketplace}`, description, path, own, noindex: true }),
})

const found = <Result extends BuiltPage['result']>(result: Result, keep?: false): BuiltPage<Result> => ({
  status: 200,
  until: null,
  result,
  ...(keep === false && { keep }),
})

export const buildSignIn = (context: PageContext): BuiltPage<SignInPage> => {
  const description = 'Sign in to install applications and to manage what your organization has installed.'
  return found({ kind: 'sign-in', ...shape(context, { heading: 'Sign in', description, path: paths.signIn() }) })
}
