import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'

export const NotFoundPage = ({ site }: { site: SiteData }) => (
  <div className="wrap flex flex-col items-center pt-20 text-center md:pt-28">
    <p className="text-sm text-muted tabular-nums">404</p>
    <h1 className="mt-3 text-3xl font-semibold md:text-4xl">There is no page here</h1>
    <p className="mt-3 max-w-md text-base text-balance text-muted">
      The address may be mistyped, or the app has left the {site.marketplace}. Everything that is here can be found below.
    </p>
    <div className="mt-8 flex flex-wrap justify-center gap-3">
      <ButtonLink to={paths.apps()}>Browse all apps</ButtonLink>
      <ButtonLink to={paths.home()} variant="secondary">
        Go to the start page
      </ButtonLink>
    </div>
    {site.categories.length > 0 && (
      <nav aria-label="Categories" className="mt-14 max-w-3xl">
        <ul className="flex flex-wrap justify-center gap-2">
          {site.categories.map(({ slug, href, name }) => (
            <li key={slug}>
              <Link
                to={href}
                className="flex min-h-9 items-center rounded-full border border-line bg-surface px-3.5 text-sm wrap-anywhere hover:bg-hover"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    )}
  </div>
)
