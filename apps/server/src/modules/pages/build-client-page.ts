import { BRAND } from '@marketplace/contracts/brand'
import type {
  MyAppsPage,
  OpenApplicationPage,
  OwnApplicationPage,
  OwnApplicationsPage,
  SignInPage,
} from '@marketplace/contracts/page-data'
import { paths } from '@marketplace/contracts/paths'
import { SESSION_CLIENT_ID } from '@marketplace/contracts/session'
import { publishedBySlug } from '../catalogue/index.ts'
import type { BuiltPage } from './built-page.ts'
import type { PageContext } from './lists.ts'
import { absoluteUrl, metaOf } from './page-meta.ts'

// The pages whose content belongs to a person (specification, section 2, "Client-only wildcard routes"). What the server sends of
// them is the same for everybody, and of no use to search engines.

const shape = (context: PageContext, heading: string, path: string, title = heading) => ({
  heading,
  breadcrumbs: [
    { name: BRAND.marketplace, href: paths.home() },
    { name: heading, href: path },
  ],
  meta: metaOf(context, { title: `${title} | ${BRAND.marketplace}`, description: '', path: null, noindex: true }),
})

const found = <Result extends BuiltPage['result']>(result: Result, keep?: false): BuiltPage<Result> => ({
  status: 200,
  until: null,
  result,
  ...(keep === false && { keep }),
})

export const buildSignIn = (context: PageContext): BuiltPage<SignInPage> => {
  const path = paths.signIn()
  const query = new URLSearchParams({
    client_id: SESSION_CLIENT_ID,
    redirect_uri: absoluteUrl(context.publicUrl, context.variant, path),
    response_type: 'token',
  })
  return found({ kind: 'sign-in', ...shape(context, 'Sign in', path), href: `${context.accountsUrl}/?${query}` })
}

export const buildMyApps = (context: PageContext): BuiltPage<MyAppsPage> =>
  found({ kind: 'my-apps', ...shape(context, 'My apps', paths.myApps()) })

const LISTS = {
  private: { heading: 'Private apps', path: paths.privateApps() },
  'in-review': { heading: 'Apps in review', path: paths.inReviewApps() },
} as const

export const buildOwnApplications = (context: PageContext, of: keyof typeof LISTS): BuiltPage<OwnApplicationsPage> =>
  found({ kind: 'own-applications', of, ...shape(context, LISTS[of].heading, LISTS[of].path) })

const DETAILS = {
  private: { heading: 'Private app', path: paths.privateApp },
  'in-review': { heading: 'App in review', path: paths.inReviewApp },
  embedded: { heading: 'App', path: paths.embeddedApp },
  'embedded-private': { heading: 'Private app', path: paths.embeddedPrivateApp },
} as const

/** Whether there is such an application is not for everybody to know, so every address of this form has its page. */
export const buildOwnApplication = (
  context: PageContext,
  of: keyof typeof DETAILS,
  slug: string,
): BuiltPage<OwnApplicationPage> =>
  found({ kind: 'own-application', of, slug, ...shape(context, DETAILS[of].heading, DETAILS[of].path(slug)) }, false)

export const buildOpenApplication = (context: PageContext, slug: string): BuiltPage<OpenApplicationPage> => {
  // A private application has a name for its own organization only.
  const name = publishedBySlug(context.snapshot, slug, context.now)?.name ?? 'App'
  return found({ kind: 'open-application', slug, ...shape(context, name, paths.openApplication(slug), `Open ${name}`) }, false)
}
