import type { SearchPage } from '@marketplace/contracts/pages/lists'

const IDLE = {
  empty: 'Look for an app by its name, for what it should do, or for somebody who sets it up.',
  short: 'Type at least two letters or digits, and what fits is shown here.',
}

const Tips = () => (
  <ul className="mt-2 list-disc ps-5 text-sm text-muted">
    <li>Check the spelling.</li>
    <li>Use fewer words, or more general ones: “mail” instead of “email newsletter tool”.</li>
    <li>Search for what it should do instead of a name.</li>
  </ul>
)

/** The message if there are no applications to show: there was no search, it found nothing, or it found only partners. */
export const NothingFound = ({ page, partners }: { page: SearchPage; partners: boolean }) => {
  const { idle, text, nearestPartners } = page
  if (idle) return <p className="mb-10 text-base text-muted">{IDLE[idle]}</p>
  if (partners)
    return (
      <p className="mb-10 text-base text-muted">
        {nearestPartners
          ? `Nothing fits “${text}” exactly. These partners come closest:`
          : `No app fits “${text}”. These partners do:`}
      </p>
    )
  return (
    <div className="mb-12 rounded-panel bg-sunken p-5 md:p-6">
      <p className="text-lg font-semibold">Nothing fits “{text}”</p>
      <Tips />
    </div>
  )
}
