import type { ProspectCard } from '@marketplace/contracts/pages/people'
import { IconTile } from '../../ui/IconTile.tsx'
import { WaitingList } from './WaitingList.tsx'

/** Experts who have not joined the program yet. People can ask for a mail when they join. */
export const Prospects = ({ prospects }: { prospects: ProspectCard[] }) => (
  <section aria-labelledby="prospects-title" className="mt-16">
    <h2 id="prospects-title" className="text-xl font-semibold md:text-2xl">
      Not in the program yet
    </h2>
    <p className="mt-1 text-sm text-muted md:text-base">They do the same kind of work, and are not among our partners so far.</p>
    <ul className="mt-5 grid gap-x-8 gap-y-6 sm:grid-cols-2">
      {prospects.map(({ id, name, description, country, icon }) => (
        <li key={id} className="flex gap-3.5">
          <IconTile icon={icon} size="card" />
          <div className="min-w-0 grow">
            <h3 className="text-base leading-5 font-semibold">{name}</h3>
            {country && <p className="text-xs text-muted">{country}</p>}
            <p className="mt-1.5 text-sm text-muted">{description}</p>
            <WaitingList id={id} name={name} />
          </div>
        </li>
      ))}
    </ul>
  </section>
)
