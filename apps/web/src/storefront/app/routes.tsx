import type { BootData } from '@marketplace/contracts/pages/site-data'
import type { PageData } from '@marketplace/contracts/pages/page-data'
import type { RouteObject } from 'react-router'
import { Document } from '../../shell/Document.tsx'
import { PageRoute } from './PageRoute.tsx'
import { RenderError } from './RenderError.tsx'
import { RouteEffects } from './RouteEffects.tsx'

export const PAGE_ROUTE_ID = 'page'

/**
 * The routes, created for each router. One route matches every page, because the server decides which page an address has (`result.kind`):
 * collections, categories and applications share a form of address.
 */
export const createRoutes = (boot: BootData, loadPage: (request: Request) => PageData | Promise<PageData>): RouteObject[] => [
  {
    id: 'root',
    element: <Document boot={boot} effects={<RouteEffects />} />,
    errorElement: (
      <Document boot={boot} effects={<RouteEffects />}>
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
