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
  /** Where the same stands for everybody, if it is not here. */
  canonical?: string
}

const shape = (context: PageContext, { heading, description, path, title = heading, own = false, canonical = path }: Shape) => ({
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

const LISTS: Readonly<Record<OwnApplicationsPage['of'], Shape>> = {
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

const DETAILS: Readonly<Record<OwnApplicationPage['of'], Omit<Shape, 'path'> & { path: (slug: string) => string }>> = {
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

/** Whether there is such an application is not for everybody to know, so every address of this form has its page. */
export const buildOwnApplication = (
  context: PageContext,
  of: OwnApplicationPage['of'],
  slug: string,
): BuiltPage<OwnApplicationPage> => {
  const { path, ...rest } = DETAILS[of]
  // What is public has a page for everybody.
  const canonical = of === 'embedded' ? { canonical: paths.underApps(slug) } : {}
  return found(
    { kind: 'own-application', of, slug, ...shape(context, { ...rest, path: path(slug), own: true, ...canonical }) },
    false,
  )
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
