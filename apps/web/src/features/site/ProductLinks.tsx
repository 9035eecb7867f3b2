import type { SisterProduct, SiteData } from '@marketplace/contracts/pages/site-data'
import { ArrowUpRight, Check } from 'lucide-react'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'

const look = 'flex items-center justify-between gap-4 rounded-sm px-3 py-2 text-sm hover:bg-hover'

const Product = ({ product: { name, description, href, current, scope } }: { product: SisterProduct }) => {
  const content = (
    <>
      <span className="min-w-0">
        <span className="block font-semibold">{name}</span>
        <span className="block text-xs text-muted">{description}</span>
      </span>
      {current && <Icon as={Check} className="shrink-0" />}
      {scope === 'elsewhere' && (
        <>
          <Icon as={ArrowUpRight} className="shrink-0 text-muted" />
          <span className="sr-only">(opens in a new tab)</span>
        </>
      )}
    </>
  )
  if (scope === 'variant')
    return (
      <Link to={href} aria-current={current ? 'true' : undefined} className={look}>
        {content}
      </Link>
    )
  // Another variant is another document, although it may have the same origin.
  return (
    <a href={href} className={look} {...(scope === 'elsewhere' && { target: '_blank', rel: 'noopener' })}>
      {content}
    </a>
  )
}

/** The list of the product switcher: the sister products with a short description of each. */
export const ProductLinks = ({ products }: Pick<SiteData, 'products'>) =>
  products.map((product) => (
    <li key={product.id}>
      <Product product={product} />
    </li>
  ))
