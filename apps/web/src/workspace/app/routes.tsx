import type { ShellData } from '@marketplace/contracts/pages/site-data'
import { screenAt } from '@marketplace/domain/workspace-screens'
import type { ComponentType } from 'react'
import type { LoaderFunction, Navigation, RouteObject } from 'react-router'
import { watchBuild } from '../../lib/new-build.ts'
import { forgetFullLoad, loadInFull, loadInFullOnce, navigationTarget } from '../../lib/recovery.ts'
import { isWorkspacePath } from '../../lib/workspace-path.ts'
import { Document } from '../../shell/Document.tsx'
import { NoScreen, ScreenFailure } from './failures.tsx'
import { SCREEN_ROUTES } from './screens.ts'
import { AfterHydration, Waiting } from './Waiting.tsx'
import { WorkspaceEffects } from './WorkspaceEffects.tsx'

/** The document around every screen. The server renders it with the placeholder of the screen. */
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

/**
 * The routes of the workspace. Each screen is a chunk. All other addresses belong to the storefront, which is another document.
 * `navigation` is the router's current navigation; undefined while the router is being created.
 */
export const createRoutes = (shell: ShellData, navigation: () => Navigation | undefined): RouteObject[] => {
  const { basename, buildHash } = shell
  const build = watchBuild(basename, buildHash)
  const plain = (path: string) => path.replace(/\/+$/, '')
  const sentFor = plain(window.location.pathname.slice(basename.length))
  /**
   * Whether this document's policy allows what the screen loads: the payment provider's script, pictures from any origin, a framed
   * application.
   */
  const isAllowed = (path: string): boolean => {
    const { takesCard = false, anyPicture = false, frames } = screenAt(path) ?? {}
    // The policy allows one application in a frame: the one at the address for which the server sent the document.
    if (frames) return plain(path) === sentFor
    return (!takesCard || shell.screen.takesCard === true) && (!anyPicture || shell.screen.anyPicture === true)
  }
  /** The path within the variant to which a loader's request leads, and the data for loading another document for it. */
  const targetOf = (request: Request) => {
    const { href, pathname } = new URL(request.url)
    const { hash, replace } = navigationTarget(href, navigation)
    return { path: pathname.slice(basename.length), address: href + hash, replace }
  }
  // The address of the navigation under way. While a screen's code loads, the browser still shows the previous address.
  let wanted: ReturnType<typeof targetOf> | null = null
  const look: LoaderFunction = ({ request }) => {
    wanted = targetOf(request)
    const { path, address, replace } = wanted
    if (!isAllowed(path)) {
      loadInFull(address, replace)
      return never
    }
    if (build.isOutdated() && loadInFullOnce(address, replace)) return never
    build.check()
    return null
  }
  const toStorefront: LoaderFunction = ({ request }) => {
    const { path, address, replace } = targetOf(request)
    if (isWorkspacePath(path)) return null
    loadInFull(address, replace)
    return never
  }
  const pathAhead = () => (navigation()?.location ?? window.location).pathname.slice(basename.length)
  const screen = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
    path,
    loader: look,
    hydrateFallbackElement: <Waiting />,
    errorElement: (
      // The code may also have failed before hydration.
      <AfterHydration>
        <ScreenFailure />
      </AfterHydration>
    ),
    lazy: async () => {
      // The router sets its navigation only after it has called this function.
      await Promise.resolve()
      // The loader loads another document, which loads the code itself.
      if (!isAllowed(pathAhead())) return never
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
        // The chunk may belong to an older build.
        if (loadInFullOnce(wanted?.address ?? window.location.href, wanted?.replace)) return never
        throw error
      }
    },
  })
  return rootRoute(shell, [
    ...SCREEN_ROUTES.map(([path, load]) => screen(path, load)),
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
