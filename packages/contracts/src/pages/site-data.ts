import type { CountedLink, PageLink } from './parts.ts'
import type { HostProduct } from '../core/variants.ts'
import type { PageData } from './page-data.ts'

/** Data of header and footer, which all pages of a variant share. */
export type SiteData = {
  marketplace: string
  productName: string
  /** The products that the variant lists, in words: one product, or both. */
  listedFor: string
  categories: CountedLink[]
  collections: PageLink[]
  applicationCount: number
  /** Landings that are not empty. */
  landings: PageLink[]
  /** Whether the variant lists any services, any experts. */
  hasServices: boolean
  hasExperts: boolean
  /** The entries of the product switcher. */
  products: SisterProduct[]
  accountsUrl: string
  /** Address of the host product. */
  hostUrl: string
  /** The product of the host to which the variant belongs: its terms and its subscription. */
  hostProduct: HostProduct
  /** Where browsers send error reports; null where nobody wants them. */
  errorReports: string | null
  /** Address, without trailing slash, of the base variant, on which visitors of the public variant sign in. Null on all other variants. */
  signInBase: string | null
}

/**
 * An entry of the product switcher. `current`: the variant belongs to this product. `scope` says how to follow `href`: `variant` a path within
 * this variant, `origin` the address of another variant, `elsewhere` an address of another site.
 */
export type SisterProduct = {
  id: string
  name: string
  description: string
  href: string
  current: boolean
  scope: 'variant' | 'origin' | 'elsewhere'
}

/** Data in the HTML document from which the browser starts. */
export type BootData = {
  variant: string
  /** Path of the variant without trailing slash; '' for the base variant, and if the host name decided the variant. */
  basename: string
  buildHash: string
  /** Who may frame the page, and so talk with it; absent where nobody may. */
  hostOrigins?: readonly string[]
  site: SiteData
  page: PageData
  status: number
}

/** What a document of the workspace starts from: nothing in it belongs to a person (docs/decisions/0040). */
export type ShellData = Pick<BootData, 'variant' | 'basename' | 'buildHash' | 'hostOrigins' | 'site'> & {
  screen: {
    heading: string
    title: string
    isList: boolean
    /** A card is entered there: its policy names the payment provider. */
    takesCard?: true
    /** It shows a picture from any address, which an application has chosen. */
    anyPicture?: true
    /** It shows the widget of an installed application at this placement, in a frame: its policy names where that is. */
    frames?: 'fullscreen' | 'settings'
    /** Without header and footer: a host product shows it in a frame. */
    bare?: true
  }
}
