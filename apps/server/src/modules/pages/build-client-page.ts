import { BRAND } from '@marketplace/contracts/brand'
import type { OpenApplicationPage, SignInPage } from '@marketplace/contracts/page-data'
import { paths } from '@marketplace/contracts/paths'
import { publishedBySlug } from '../catalogue/index.ts'
import type { BuiltPage } from './built-page.ts'
import type { PageContext } from './lists.ts'
import { metaOf } from './page-meta.ts'

// The pages whose content comes late, most of it because it belongs to a person. What the server sends of them is the same for everybody,
// and of no use to search engines.

type Shape = {
  heading: string
  description: string
  path: string
  /** The heading, if it is not given. */
  title?: string
  /** Whether it is the page of one thing, which is the same in every variant. */
  own?: boolean
}

const shape = (context: PageContext, { heading, description, path, title = heading, own = false }: Shape) => ({
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

export const buildOpenApplication = (context: PageContext, slug: string): BuiltPage<OpenApplicationPage> => {
  // A private application has a name for its own organization only.
  const name = publishedBySlug(context.snapshot, slug, context.now)?.name ?? 'App'
  const head = { heading: name, title: `Open ${name}`, description: `${name}, installed and in full screen.` }
  return found(
    { kind: 'open-application', slug, ...shape(context, { ...head, path: paths.openApplication(slug), own: true }) },
    false,
  )
}
