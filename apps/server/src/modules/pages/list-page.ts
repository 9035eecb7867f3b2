import { BRAND } from '@marketplace/contracts/core/brand'
import type { ListPage, PageLink } from '@marketplace/contracts/pages/parts'
import { paths } from '@marketplace/contracts/pages/paths'
import { listingTitle } from '@marketplace/domain/titles'
import type { PageContext } from './lists.ts'
import { metaOf } from './page-meta.ts'

type Head = {
  heading: string
  description: string
  path: string
  /** The breadcrumbs between the marketplace and this list. */
  parents?: readonly PageLink[]
  /** The list's name in the breadcrumbs, if it is not the heading. */
  name?: string
}

/** The texts, metadata, filters and pagination of a list page; its cards are added by its builder. */
export const listPage = (
  context: PageContext,
  { heading, description, path, parents = [], name = heading }: Head,
  { query, filters, pagination }: Pick<ListPage, 'query' | 'filters' | 'pagination'>,
): ListPage => {
  const breadcrumbs: PageLink[] = [{ name: BRAND.marketplace, href: paths.home() }, ...parents, { name, href: path }]
  return {
    meta: metaOf(context, {
      title: listingTitle({ heading, page: pagination.page, product: context.variant.product }),
      description,
      path: paths.listing(path, { page: pagination.page }),
      breadcrumbs,
    }),
    heading,
    description,
    breadcrumbs,
    path,
    query,
    filters,
    pagination,
  }
}
