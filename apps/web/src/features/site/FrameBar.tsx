import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../ui/Link.tsx'

const link = 'flex h-10 items-center rounded-control px-3 font-semibold whitespace-nowrap transition-colors hover:bg-hover'

/** The bar above a page in a host product's frame, which replaces the header. */
export const FrameBar = ({ search, cart }: { search: ReactNode; cart: ReactNode }) => (
  <div className="relative z-30 h-11 border-b border-line bg-canvas">
    <div className="wrap flex h-full items-center text-sm">
      <nav aria-label="Main" className="-ms-3 flex">
        <Link to={paths.apps()} className={link}>
          Apps
        </Link>
        <Link to={paths.myApps()} className={link}>
          My apps
        </Link>
      </nav>
      {cart}
      {search}
    </div>
  </div>
)
