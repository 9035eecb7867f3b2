import type { HomePage } from '@marketplace/contracts/pages/lists'
import { Highlight, LeadHighlight } from '../../../features/applications/Highlights.tsx'

const LEAD = 'app-of-the-week'
const ROW = 'monthly-highlights'

/** The application of the week large, the others beside and below it. */
export const Highlights = ({ highlights }: Pick<HomePage, 'highlights'>) => {
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
        <div className="scroll-row -mx-4 gap-3 px-4 py-1 md:mx-0 md:grid md:grid-cols-2 md:gap-4 md:overflow-visible md:p-0 md:max-lg:*:last:odd:col-span-2 lg:grid-cols-3">
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
