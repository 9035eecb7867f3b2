import type { HomePage as HomePageData, SiteData } from '@marketplace/contracts/page-data'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CardGrid } from '../../features/applications/CardGrid.tsx'
import { Highlight, LeadHighlight } from '../../features/applications/Highlights.tsx'
import { IconMosaic } from '../../features/applications/IconMosaic.tsx'
import { CategoryGrid } from '../../features/catalogue/CategoryGrid.tsx'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'

const LEAD = 'app-of-the-week'
const ROW = 'monthly-highlights'

const Hero = ({ page, site }: { page: HomePageData; site: SiteData }) => (
  <section className="wrap flex items-center justify-between gap-12 pt-12 pb-12 md:pt-20 md:pb-16">
    <div className="max-w-2xl">
      <h1 className="text-4xl font-semibold md:text-5xl">Find the app your team was missing</h1>
      <p className="mt-5 max-w-xl text-lg text-muted md:text-xl md:tracking-normal">
        {page.applicationCount.toLocaleString('en-US')} apps for {site.productName}. See what each one costs and what it may
        access before you choose.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={paths.apps()} size="lg">
          Browse all apps
          <Icon as={ArrowRight} size={18} />
        </ButtonLink>
      </div>
    </div>
    <IconMosaic cards={[...page.highlights.map(({ card }) => card), ...page.collections.flatMap(({ cards }) => cards)]} />
  </section>
)

type SectionProps = { id: string; title: string; description?: string; more?: ReactNode; children: ReactNode }

const Section = ({ id, title, description, more, children }: SectionProps) => (
  <section aria-labelledby={id} className="wrap mt-16 md:mt-20">
    <div className="mb-5 flex items-end justify-between gap-6 md:mb-6">
      <div>
        <h2 id={id} className="text-2xl font-semibold">
          {title}
        </h2>
        {description && <p className="mt-1 text-sm text-muted md:text-base">{description}</p>}
      </div>
      {more}
    </div>
    {children}
  </section>
)

const Highlights = ({ highlights }: { highlights: HomePageData['highlights'] }) => {
  const lead = highlights.find(({ tag }) => tag === LEAD)
  const row = highlights.filter(({ tag }) => tag === ROW)
  const beside = highlights.filter((highlight) => highlight !== lead && highlight.tag !== ROW)
  return (
    <section aria-label="Highlights" className="wrap flex flex-col gap-4">
      <h2 className="sr-only">Highlights</h2>
      {(lead || beside.length > 0) && (
        <div className={lead && beside.length > 0 ? 'grid gap-4 lg:grid-cols-3' : 'grid gap-4 lg:grid-cols-2'}>
          {lead && (
            <div className="lg:col-span-2">
              <LeadHighlight highlight={lead} />
            </div>
          )}
          {beside.length > 0 && (
            <div className={lead ? 'grid gap-4 md:grid-cols-2 lg:grid-cols-1' : 'contents'}>
              {beside.map((highlight) => (
                <Highlight key={`${highlight.tag}/${highlight.card.id}`} highlight={highlight} tall />
              ))}
            </div>
          )}
        </div>
      )}
      {row.length > 0 && (
        <div className="scroll-row -mx-4 gap-3 px-4 py-1 md:mx-0 md:grid md:grid-cols-2 md:gap-4 md:overflow-visible md:p-0 lg:grid-cols-3">
          {row.map((highlight) => (
            <div key={`${highlight.tag}/${highlight.card.id}`} className="w-[88%] shrink-0 snap-start md:w-auto">
              <Highlight highlight={highlight} />
            </div>
          ))}
        </div>
      )}
    </section>
  )
}

export const HomePage = ({ page, site }: { page: HomePageData; site: SiteData }) => (
  <>
    <Hero page={page} site={site} />
    {page.highlights.length > 0 && <Highlights highlights={page.highlights} />}
    {page.collections.map(({ link, description, cards }) => (
      <Section
        key={link.href}
        id={`collection${link.href.replace(/\W+/g, '-')}title`}
        title={link.name}
        description={description}
        more={
          <Link
            to={link.href}
            className="inline-flex min-h-6 shrink-0 items-center gap-1 text-sm font-semibold underline-offset-4 hover:underline"
          >
            See all
            <span className="sr-only"> of {link.name}</span>
            <Icon as={ArrowRight} />
          </Link>
        }
      >
        <CardGrid cards={cards} list={link.href} layout="row" />
      </Section>
    ))}
    {page.categories.length > 0 && (
      <Section id="categories" title="Browse by category">
        <CategoryGrid categories={page.categories} />
      </Section>
    )}
  </>
)
