import type { ShellData } from '@marketplace/contracts/pages/site-data'
import { screenAt } from '@marketplace/domain/workspace-screens'
import type { ComponentType } from 'react'
import { redirectDocument, type LoaderFunction, type RouteObject } from 'react-router'
import { watchBuild } from '../../lib/new-build.ts'
import { forgetFullLoad, loadInFullOnce } from '../../lib/recovery.ts'
import { isWorkspacePath } from '../../lib/workspace-path.ts'
import { Document } from '../../shell/Document.tsx'
import { NoScreen, ScreenFailure } from './failures.tsx'
import { AfterHydration, Waiting } from './Waiting.tsx'
import { WorkspaceEffects } from './WorkspaceEffects.tsx'

/** The document around every screen; the server renders it with the first of them still to come. */
export const rootRoute = (shell: ShellData, children: RouteObject[]): RouteObject[] => [
  {
    id: 'root',
    element: <Document boot={shell} effects={<WorkspaceEffects />} />,
    errorElement: (
      <Document boot={shell} effects={<WorkspaceEffects />}>
        <ScreenFailure />
      </Document>
    ),
    children,
  },
]

const never = new Promise<never>(() => {})

/** The routes of the workspace: each screen is a chunk. What is no screen is a page of the storefront, which is another document. */
export const createRoutes = (shell: ShellData): RouteObject[] => {
  const { basename, buildHash } = shell
  const build = watchBuild(basename, buildHash)
  /** Whether the policy of the document allows what the screen loads: the payment provider's script, or a picture from anywhere. */
  const isAllowed = (path: string): boolean => {
    const { takesCard = false, anyPicture = false } = screenAt(path) ?? {}
    return (!takesCard || shell.screen.takesCard === true) && (!anyPicture || shell.screen.anyPicture === true)
  }
  const look: LoaderFunction = ({ request }) => {
    const { pathname, search } = new URL(request.url)
    const path = pathname.slice(basename.length)
    if (!isAllowed(path)) throw redirectDocument(path + search)
    if (build.isOutdated() && loadInFullOnce(request.url)) return never
    build.check()
    return null
  }
  const toStorefront: LoaderFunction = ({ request }) => {
    const { pathname, search } = new URL(request.url)
    const path = pathname.slice(basename.length)
    if (!isWorkspacePath(path)) throw redirectDocument(path + search)
    return null
  }
  const screen = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
    path,
    loader: look,
    hydrateFallbackElement: <Waiting />,
    errorElement: <ScreenFailure />,
    lazy: async () => {
      try {
        const Screen = await load()
        forgetFullLoad()
        return {
          element: (
            <AfterHydration>
              <Screen />
            </AfterHydration>
          ),
        }
      } catch (error) {
        // The chunk may be one of an older build.
        if (loadInFullOnce(window.location.href)) return never
        throw error
      }
    },
  })
  const ownApplications = async () => (await import('../pages/own-applications/OwnApplicationsPage.tsx')).OwnApplicationsPage
  const ownApplication = async () => (await import('../pages/own-application/OwnApplicationPage.tsx')).OwnApplicationPage
  return rootRoute(shell, [
    screen('cart/*', async () => (await import('../pages/cart/CartPage.tsx')).CartPage),
    screen('checkout/cart/:id/', async () => (await import('../pages/checkout/CartCheckoutPage.tsx')).CartCheckoutPage),
    screen('checkout/cart/:id/thank-you/', async () => (await import('../pages/thank-you/CartThanksPage.tsx')).CartThanksPage),
    screen(
      'checkout/cart/:id/review-order/',
      async () => (await import('../pages/thank-you/ReviewOrderPage.tsx')).ReviewOrderPage,
    ),
    screen(
      'checkout/charge/:id/:type/',
      async () => (await import('../pages/checkout/ChargeCheckoutPage.tsx')).ChargeCheckoutPage,
    ),
    screen(
      'checkout/charge/:id/:type/thank-you/',
      async () => (await import('../pages/thank-you/ChargeThanksPage.tsx')).ChargeThanksPage,
    ),
    screen(
      'checkout/:slug/',
      async () => (await import('../pages/checkout/ApplicationCheckoutPage.tsx')).ApplicationCheckoutPage,
    ),
    screen(
      'checkout/:slug/thank-you/',
      async () => (await import('../pages/thank-you/ApplicationThanksPage.tsx')).ApplicationThanksPage,
    ),
    screen('billing/', async () => (await import('../pages/billing/BillingPage.tsx')).BillingPage),
    screen('billing/invoices/:id/', async () => (await import('../pages/billing/InvoicePage.tsx')).InvoicePage),
    screen('my-apps/', async () => (await import('../pages/my-apps/MyAppsPage.tsx')).MyAppsPage),
    ...['private-apps', 'in-review-apps', 'embedded-apps', 'embedded-private-apps'].flatMap((list) => [
      screen(`${list}/`, ownApplications),
      screen(`${list}/:slug/`, ownApplication),
    ]),
    {
      path: '*',
      loader: toStorefront,
      hydrateFallbackElement: <Waiting />,
      element: (
        <AfterHydration>
          <NoScreen />
        </AfterHydration>
      ),
    },
  ])
}
