/** An entry that a tag manager reads. */
export type Entry = { event: string } & Record<string, unknown>
type WithLayer = Window & { dataLayer?: unknown }

/** The page's dataLayer. A tag manager added by the operator may have created it already, with any value. */
export const dataLayer = (): Entry[] => {
  const page = window as WithLayer
  if (!Array.isArray(page.dataLayer)) page.dataLayer = []
  return page.dataLayer as Entry[]
}
