import type { DeveloperCard, ExpertCard, SearchPage } from '@marketplace/contracts/page-data'
import { productCounts } from '../../features/developers/product-counts.ts'
import { PartnerTile, type PartnerTileData } from '../../features/search/PartnerTile.tsx'
import { CardList } from '../../ui/CardList.tsx'

export const PARTNERS_ID = 'partners'

const ofExpert = (expert: ExpertCard): PartnerTileData => ({
  ...expert,
  note: ['Expert', expert.location].filter(Boolean).join(' · '),
})
const ofDeveloper = (developer: DeveloperCard): PartnerTileData => ({
  ...developer,
  note: ['Developer', productCounts(developer)].filter(Boolean).join(' · '),
})

/** The experts and developers that fit. */
export const Partners = ({ page: { experts, developers, cards } }: { page: SearchPage }) =>
  experts.length + developers.length > 0 && (
    <section id={PARTNERS_ID} aria-labelledby="partners-title" className={cards.length > 0 ? 'mt-14 scroll-mt-8' : 'mb-12'}>
      <h2 id="partners-title" className="mb-4 text-xl font-semibold md:text-2xl">
        Partners
      </h2>
      <CardList items={[...experts.map(ofExpert), ...developers.map(ofDeveloper)]} layout={cards.length > 0 ? 'page' : 'shelf'}>
        {(partner) => <PartnerTile partner={partner} />}
      </CardList>
    </section>
  )
