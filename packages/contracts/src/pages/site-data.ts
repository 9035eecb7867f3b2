import type { CountedLink, PageLink } from './parts.ts'
import type { HostProduct } from '../core/variants.ts'
import type { PageData } from './page-data.ts'

/** Data of header and footer, which all pages of a variant share. */
export type SiteData = {
  marketplace: string
  productName: string
  /** The products whose applications the variant lists, as text: one product, or both. */
  listedFor: string
  categories: CountedLink[]
  collections: PageLink[]
  applicationCount: number
  /** The landings that have applications. */
  landings: PageLink[]
  /** Whether the variant lists any services, and any experts. */
  hasServices: boolean
  hasExperts: boolean
  /** The entries of the product switcher. */
  products: SisterProduct[]
  accountsUrl: string
  /** Address of the host product. */
  hostUrl: string
  /** The host's product to which the variant belongs, for terms and subscription. */
  hostProduct: HostProduct
  /** The address for the browser's error reports; null if they are off. */
  errorReports: string | null
  /** Address, without trailing slash, of the base variant, on which visitors of the public variant sign in. Null on all other variants. */
  signInBase: string | null
}

/**
 * An entry of the product switcher. `current`: the variant belongs to this product. `scope` is the kind of address in `href`: `variant` is
 * a path within this variant, `origin` the address of another variant, `elsewhere` an address of another site.
 */
export type SisterProduct = {
  id: string
  name: string
  description: string
  href: string
  current: boolean
  scope: 'variant' | 'origin' | 'elsewhere'
}

/** The data in the HTML document, with which the browser hydrates the page. */
export type BootData = {
  variant: string
  /** Path of the variant without trailing slash. '' for the base variant, and if the host name selects the variant. */
  basename: string
  buildHash: string
  /** The origins that may frame the page and exchange messages with it; absent if no origin may. */
  hostOrigins?: readonly string[]
  site: SiteData
  page: PageData
  status: number
}

/** The data of a workspace document. It contains no personal data (docs/decisions/0040). */
export type ShellData = Pick<BootData, 'variant' | 'basename' | 'buildHash' | 'hostOrigins' | 'site'> & {
  screen: {
    heading: string
    title: string
    /** A sentence for the description of the document. */
    description: string
    isList: boolean
    /** Whether people enter a card on the screen. If so, its policy allows the payment provider. */
    takesCard?: true
    /** Whether it shows a picture from any address that an application chooses. */
    anyPicture?: true
    /** The placement whose widget the screen frames. Its policy allows the widget's origin. */
    frames?: 'fullscreen' | 'settings'
    /** Whether header and footer are missing, because a host product frames the screen. */
    bare?: true
  }
}
