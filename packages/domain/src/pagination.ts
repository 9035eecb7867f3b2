/** One page of a list. `from` and `to` are the places of its first and last item, counted from 1; both 0 in an empty list. */
export type Page<T> = { items: T[]; page: number; pages: number; total: number; from: number; to: number }

/** How many cards a list shows on one page: fills rows of 1, 2, 3 and 4. */
export const PAGE_STEP = 24

/** No list is that long; a larger number in an address is noise. */
const LAST_PAGE = 100_000

/**
 * The page of a list, at `step` items a page. "Requires an array of items and a positive numeric step" (section 5): throws a
 * TypeError for items that are no array or a step that is no number, a RangeError for a step that is not a positive whole number.
 * A page outside the list is clamped into 1 to pages; an empty list has one page.
 */
export const paginate = <T>(items: readonly T[], page: number, step: number): Page<T> => {
  if (!Array.isArray(items)) throw new TypeError('Pagination needs an array of items')
  if (typeof step !== 'number') throw new TypeError('Pagination needs a numeric step')
  const place = pageOf(items.length, page, step)
  return { items: items.slice(Math.max(0, place.from - 1), place.to), ...place }
}

/** Where a page stands in a list of `total` items at `step` a page; a page outside the list is clamped, as in paginate. */
export const pageOf = (total: number, page: number, step: number): Omit<Page<never>, 'items'> => {
  if (!Number.isSafeInteger(step) || step < 1) throw new RangeError(`Pagination needs a positive step, not ${step}`)
  const pages = Math.max(1, Math.ceil(total / step))
  const wanted = Number.isNaN(page) ? 1 : Math.trunc(page)
  const current = Math.min(Math.max(wanted, 1), pages)
  const start = (current - 1) * step
  return { page: current, pages, total, from: total === 0 ? 0 : start + 1, to: Math.min(start + step, total) }
}

/** The page that a query parameter names: 1 for anything but a positive whole number up to 100,000, in its plain notation. */
export const parsePage = (value: string | null | undefined): number => {
  if (!value || !/^[1-9]\d{0,5}$/.test(value)) return 1
  const page = Number(value)
  return page <= LAST_PAGE ? page : 1
}

/**
 * What the pagination control shows: the first and the last page, the current one and its neighbours, and a 'gap' for what was
 * left out. A gap of a single page would be no shorter than its number, so the number stands there.
 */
export const pageWindow = (page: number, pages: number): (number | 'gap')[] => {
  const shown = [...new Set([1, page - 1, page, page + 1, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .sort((a, b) => a - b)
  return shown.flatMap((number, index): (number | 'gap')[] => {
    const left = number - (shown[index - 1] ?? number - 1) - 1
    if (left === 0) return [number]
    return left === 1 ? [number - 1, number] : ['gap', number]
  })
}
