import type { ShellData } from '@marketplace/contracts/pages/site-data'
import { screenAt } from '@marketplace/domain/workspace-screens'
import type { ComponentType } from 'react'
import { redirectDocument, type LoaderFunction, type RouteObject } from 'react-router'
import { watchBuild } from '../../lib/new-build.ts'
import { forgetFullLoad, loadInFullOnce } from '../../lib/recovery.ts'
import { isWorkspacePath } from '../../lib/workspace-path.ts'
import { Document } from '../../shell/Document.tsx'
import { NoScreen, ScreenFailure } from './failures.tsx'
import { SCREEN_ROUTES } from './screens.ts'
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
  const plain = (path: string) => path.replace(/\/+$/, '')
  const sentFor = plain(window.location.pathname.slice(basename.length))
  /** Whether the policy of the document allows what the screen loads: the payment provider's script, a picture from anywhere, a framed application. */
  const isAllowed = (path: string): boolean => {
    const { takesCard = false, anyPicture = false, frames } = screenAt(path) ?? {}
    // It names the one application that stood at its address.
    if (frames) return plain(path) === sentFor
    return (!takesCard || shell.screen.takesCard === true) && (!anyPicture || shell.screen.anyPicture === true)
  }
  // Where the person is going: the code of a screen is asked for while the address is still the one before.
  let wanted: string | null = null
  const look: LoaderFunction = ({ request }) => {
    wanted = request.url
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
        if (loadInFullOnce(wanted ?? window.location.href)) return never
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
