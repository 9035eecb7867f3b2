/** What a tag manager gets. */
export type Entry = { event: string } & Record<string, unknown>
type WithLayer = Window & { dataLayer?: unknown }

/** The page's dataLayer, for a tag manager that the operator has added: it may be there already, and be anything. */
export const dataLayer = (): Entry[] => {
  const page = window as WithLayer
  if (!Array.isArray(page.dataLayer)) page.dataLayer = []
  return page.dataLayer as Entry[]
}
