import type { HomePage as HomePageData } from '@marketplace/contracts/pages/lists'
import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { CardGrid } from '../../../features/applications/CardGrid.tsx'
import { IconMosaic } from '../../../features/applications/IconMosaic.tsx'
import { CategoryGrid } from '../../../features/catalogue/CategoryGrid.tsx'
import { ExpertGrid } from '../../../features/partners/ExpertGrid.tsx'
import { SearchField } from '../../../features/search/SearchField.tsx'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { SeeAll } from '../../../ui/SeeAll.tsx'
import { Highlights } from './Highlights.tsx'
import { LandingTiles } from './LandingTiles.tsx'
import { grouped } from '../../../ui/counted.ts'

const Hero = ({ page, site }: { page: HomePageData; site: SiteData }) => (
  <section className="wrap flex items-center justify-between gap-12 pt-12 pb-12 md:pt-20 md:pb-16">
    <div className="w-full max-w-2xl">
      <h1 className="text-4xl font-semibold md:text-5xl">Find the app your team was missing</h1>
      <p className="mt-5 max-w-xl text-lg text-muted md:text-xl md:tracking-normal">
        {grouped(page.applicationCount)} apps for {site.listedFor}. See what each one costs and what it may access before you
        choose.
      </p>
      <div className="mt-8">
        <SearchField look="main" />
      </div>
      <ButtonLink to={paths.apps()} variant="quiet" className="-ms-4 mt-4">
        Browse all apps
        <Icon as={ArrowRight} />
      </ButtonLink>
    </div>
    <IconMosaic cards={[...page.highlights.map(({ card }) => card), ...page.collections.flatMap(({ cards }) => cards)]} />
  </section>
)

type SectionProps = { id: string; title: string; description?: string; more?: ReactNode; children: ReactNode }

const Section = ({ id, title, description, more, children }: SectionProps) => (
  <section aria-labelledby={id} className="wrap mt-12 md:mt-20">
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

const Collection = ({ collection: { link, description, cards } }: { collection: HomePageData['collections'][number] }) => (
  <Section
    id={`collection${link.href.replace(/\W+/g, '-')}title`}
    title={link.name}
    description={description}
    more={<SeeAll to={link.href} of={link.name} />}
  >
    <CardGrid cards={cards} list={link.href} layout="row" />
  </Section>
)

/** The number of collections above the section about experts. */
const FIRST_COLLECTIONS = 2

export const HomePage = ({ page, site }: { page: HomePageData; site: SiteData }) => {
  const collections = page.collections.map((collection) => <Collection key={collection.link.href} collection={collection} />)
  return (
    <>
      <Hero page={page} site={site} />
      {page.highlights.length > 0 && <Highlights highlights={page.highlights} />}
      {page.landings.length > 0 && (
        <section aria-labelledby="landings" className="wrap mt-4">
          <h2 id="landings" className="sr-only">
            Where to begin
          </h2>
          <LandingTiles landings={page.landings} />
        </section>
      )}
      {collections.slice(0, FIRST_COLLECTIONS)}
      {page.services.length > 0 && (
        <Section
          id="services"
          title="Services"
          description={`People who set up ${site.listedFor}, train your team and build what is missing.`}
          more={<SeeAll to={paths.services()} of="the services" />}
        >
          <CardGrid cards={page.services} list="services" layout="row" />
        </Section>
      )}
      {page.experts.length > 0 && (
        <Section
          id="experts"
          title="Partner experts"
          description="Agencies and freelancers whose work we know, with the words of their customers."
          more={<SeeAll to={paths.partners()} of="the partner experts" />}
        >
          <ExpertGrid cards={page.experts} list="experts" layout="row" />
        </Section>
      )}
      {collections.slice(FIRST_COLLECTIONS)}
      {page.categories.length > 0 && (
        <Section id="categories" title="Browse by category">
          <CategoryGrid categories={page.categories} />
        </Section>
      )}
    </>
  )
}
