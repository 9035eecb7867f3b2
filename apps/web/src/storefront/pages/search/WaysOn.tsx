import type { SearchPage } from '@marketplace/contracts/pages/lists'
import { CardGrid } from '../../../features/applications/CardGrid.tsx'
import { CategoryGrid } from '../../../features/catalogue/CategoryGrid.tsx'

/** Suggestions and categories, shown before a search and after a search without results. */
export const WaysOn = ({ page: { suggestions, categories } }: { page: SearchPage }) => (
  <>
    {suggestions.length > 0 && (
      <section aria-labelledby="suggestions">
        <h2 id="suggestions" className="mb-5 text-xl font-semibold md:text-2xl">
          Recommended apps
        </h2>
        <CardGrid cards={suggestions} list="suggestions" layout="row" eager={suggestions.length} />
      </section>
    )}
    {categories.length > 0 && (
      <section aria-labelledby="categories" className="mt-12">
        <h2 id="categories" className="mb-5 text-xl font-semibold md:text-2xl">
          Browse by category
        </h2>
        <CategoryGrid categories={categories} />
      </section>
    )}
  </>
)
