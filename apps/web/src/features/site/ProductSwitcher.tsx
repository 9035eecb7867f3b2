import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { Menu } from '../../ui/Menu.tsx'
import { ProductLinks } from './ProductLinks.tsx'

/** Names the product of this marketplace and links to the others. */
export const ProductSwitcher = ({ site, className }: { site: SiteData; className: string }) => (
  <Menu
    label={
      <>
        <span className="sr-only">Product: </span>
        {site.productName}
      </>
    }
    name="main-menu"
    className={className}
    summaryClassName="ms-1 text-muted"
    panelClassName="mt-2 w-96 rounded-card p-2"
  >
    <ul>
      <ProductLinks products={site.products} />
    </ul>
  </Menu>
)
