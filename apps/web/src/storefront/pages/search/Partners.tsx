import type { DeveloperCard, ExpertCard } from '@marketplace/contracts/pages/people'
import type { SearchPage } from '@marketplace/contracts/pages/lists'
import { productCounts } from '../../../features/developers/product-counts.ts'
import { PartnerTile, type PartnerTileData } from '../../../features/search/PartnerTile.tsx'
import { CardList } from '../../../ui/CardList.tsx'

export const PARTNERS_ID = 'partners'

const ofExpert = (expert: ExpertCard): PartnerTileData => ({
  ...expert,
  note: ['Expert', expert.location].filter(Boolean).join(' · '),
})
const ofDeveloper = (developer: DeveloperCard): PartnerTileData => ({
  ...developer,
  note: ['Developer', productCounts(developer)].filter(Boolean).join(' · '),
})

/** The number of partners that are shown before the fold. */
const SHOWN = 6

/** The experts and developers that match the search. */
export const Partners = ({ page: { experts, developers, cards } }: { page: SearchPage }) => {
  const partners = [...experts.map(ofExpert), ...developers.map(ofDeveloper)]
  const layout = cards.length > 0 ? 'page' : 'shelf'
  const list = (items: PartnerTileData[], eager: boolean) => (
    <CardList items={items} layout={layout}>
      {(partner) => <PartnerTile partner={partner} eager={eager} />}
    </CardList>
  )
  return (
    partners.length > 0 && (
      <section id={PARTNERS_ID} aria-labelledby="partners-title" className={cards.length > 0 ? 'mt-14 scroll-mt-8' : 'mb-12'}>
        <h2 id="partners-title" className="mb-4 text-xl font-semibold md:text-2xl">
          Partners
        </h2>
        {list(partners.slice(0, SHOWN), true)}
        {partners.length > SHOWN && (
          <details className="group mt-4">
            <summary className="inline-flex min-h-10 cursor-pointer items-center text-sm font-semibold underline-offset-4 group-open:mb-4 hover:underline">
              <span className="group-open:hidden">{`Show ${partners.length - SHOWN} more`}</span>
              <span className="hidden group-open:inline">Show fewer</span>
            </summary>
            {list(partners.slice(SHOWN), false)}
          </details>
        )}
      </section>
    )
  )
}
