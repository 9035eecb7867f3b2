import { BRAND } from '@marketplace/contracts/brand'
import type {
  MyAppsPage,
  OpenApplicationPage,
  OwnApplicationPage,
  OwnApplicationsPage,
  SignInPage,
} from '@marketplace/contracts/page-data'
import { paths } from '@marketplace/contracts/paths'
import { publishedBySlug } from '../catalogue/index.ts'
import type { BuiltPage } from './built-page.ts'
import type { PageContext } from './lists.ts'
import { metaOf } from './page-meta.ts'

// Pages whose content is loaded in the browser, mostly because it is a person's. The server sends the same for everybody, and
// search engines must not index it.

type ClientPageShape = {
  heading: string
  description: string
  path: string
  /** The heading, if the caller gives none. */
  title?: string
  /** Whether it is the page of one thing, which is the same in all variants. */
  own?: boolean
  /** The path of the public page with the same content, if there is one. */
  canonical?: string
}

const shape = (
  context: PageContext,
  { heading, description, path, title = heading, own = false, canonical = path }: ClientPageShape,
) => ({
  heading,
  breadcrumbs: [
    { name: BRAND.marketplace, href: paths.home() },
    { name: heading, href: path },
  ],
  meta: metaOf(context, { title: `${title} | ${BRAND.marketplace}`, description, path: canonical, own, noindex: true }),
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

export const buildMyApps = (context: PageContext): BuiltPage<MyAppsPage> => {
  const description = 'The applications and services that your organization has installed: open them, set them up, remove them.'
  return found({ kind: 'my-apps', ...shape(context, { heading: 'My apps', description, path: paths.myApps() }) })
}

const LISTS: Readonly<Record<OwnApplicationsPage['of'], ClientPageShape>> = {
  private: {
    heading: 'Private apps',
    description: 'Applications that are there for your organization only.',
    path: paths.privateApps(),
  },
  'in-review': {
    heading: 'Apps in review',
    description: 'Applications that were submitted and wait for our reviewers.',
    path: paths.inReviewApps(),
  },
  embedded: {
    heading: 'Apps',
    title: 'Embedded apps',
    description: 'All applications, as a host product shows them in its own pages.',
    path: paths.embeddedApps(),
  },
  'embedded-private': {
    heading: 'Private apps',
    title: 'Embedded private apps',
    description: 'Applications of your organization only, as a host product shows them in its own pages.',
    path: paths.embeddedPrivateApps(),
  },
}

export const buildOwnApplications = (context: PageContext, of: OwnApplicationsPage['of']): BuiltPage<OwnApplicationsPage> =>
  found({ kind: 'own-applications', of, ...shape(context, LISTS[of]) })

const DETAILS: Readonly<Record<OwnApplicationPage['of'], Omit<ClientPageShape, 'path'> & { path: (slug: string) => string }>> = {
  private: {
    heading: 'Private app',
    description: 'An application that is there for one organization only: what it does, and how to set it up.',
    path: paths.privateApp,
  },
  'in-review': {
    heading: 'App in review',
    description: 'An application that waits for our reviewers: what it does, and what it asks for.',
    path: paths.inReviewApp,
  },
  embedded: {
    heading: 'App',
    description: 'An application as a host product shows it in its own pages.',
    path: paths.embeddedApp,
  },
  'embedded-private': {
    heading: 'Private app',
    title: 'Embedded private app',
    description: 'An application of one organization only, as a host product shows it in its own pages.',
    path: paths.embeddedPrivateApp,
  },
}

/** Only some people may know whether such an application exists, so every address of this form has a page. */
export const buildOwnApplication = (
  context: PageContext,
  of: OwnApplicationPage['of'],
  slug: string,
): BuiltPage<OwnApplicationPage> => {
  const { path, ...rest } = DETAILS[of]
  // A published application has a public page with the same content.
  const canonical = of === 'embedded' ? { canonical: paths.underApps(slug) } : {}
  return found(
    { kind: 'own-application', of, slug, ...shape(context, { ...rest, path: path(slug), own: true, ...canonical }) },
    false,
  )
}

export const buildOpenApplication = (context: PageContext, slug: string): BuiltPage<OpenApplicationPage> => {
  // The name of a private application may be shown to its own organization only.
  const name = publishedBySlug(context.snapshot, slug, context.now)?.name ?? 'App'
  const head = { heading: name, title: `Open ${name}`, description: `${name}, installed and in full screen.` }
  return found(
    { kind: 'open-application', slug, ...shape(context, { ...head, path: paths.openApplication(slug), own: true }) },
    false,
  )
}
