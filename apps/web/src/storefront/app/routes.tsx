import type { BootData, PageData } from '@marketplace/contracts/page-data'
import type { RouteObject } from 'react-router'
import { Document } from './Document.tsx'
import { PageRoute } from './PageRoute.tsx'
import { RenderError } from './RenderError.tsx'

export const PAGE_ROUTE_ID = 'page'

/**
 * The routes, made anew for each router. One route holds every page: which page stands at an address is the server's word
 * (`result.kind`), so that a collection, a category and an application can share the form of their addresses.
 */
export const createRoutes = (boot: BootData, loadPage: (request: Request) => PageData | Promise<PageData>): RouteObject[] => [
  {
    id: 'root',
    element: <Document boot={boot} />,
    errorElement: (
      <Document boot={boot}>
        <RenderError site={boot.site} />
      </Document>
    ),
    children: [
      {
        id: PAGE_ROUTE_ID,
        path: '*',
        loader: ({ request }) => loadPage(request),
        element: <PageRoute boot={boot} />,
        errorElement: <RenderError site={boot.site} />,
      },
    ],
  },
]

/** The router's basename: with the trailing slash, so that the link to a variant's home has it too. */
export const routerBasename = (basename: string): string => `${basename}/`
