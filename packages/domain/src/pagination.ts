/** One page of a list. `from` and `to` are the numbers of its first and last item, counted from 1; both are 0 for an empty list. */
export type Page<T> = { items: T[]; page: number; pages: number; total: number; from: number; to: number }

/** Cards on one page of a list. 24 fills rows of 1, 2, 3 and 4 cards. */
export const PAGE_STEP = 24

/** The largest page number that is read from an address. No list has that many pages. */
const LAST_PAGE = 100_000

/**
 * One page of a list with `step` items on each page. A page outside of the list becomes its first or last page
 * (docs/decisions/0008); an empty list has one page. Throws a TypeError for items that are not an array or a step that is not a number, and a
 * RangeError for a step that is not a positive whole number.
 */
export const paginate = <T>(items: readonly T[], page: number, step: number): Page<T> => {
  if (!Array.isArray(items)) throw new TypeError('Pagination needs an array of items')
  if (typeof step !== 'number') throw new TypeError('Pagination needs a numeric step')
  const place = pageOf(items.length, page, step)
  return { items: items.slice(Math.max(0, place.from - 1), place.to), ...place }
}

/** The numbers of a page, without its items, in a list of `total` items. The rules and the RangeError are those of paginate. */
export const pageOf = (total: number, page: number, step: number): Omit<Page<never>, 'items'> => {
  if (!Number.isSafeInteger(step) || step < 1) throw new RangeError(`Pagination needs a positive step, not ${step}`)
  const pages = Math.max(1, Math.ceil(total / step))
  const wanted = Number.isNaN(page) ? 1 : Math.trunc(page)
  const current = Math.min(Math.max(wanted, 1), pages)
  const start = (current - 1) * step
  return { page: current, pages, total, from: total === 0 ? 0 : start + 1, to: Math.min(start + step, total) }
}

/** The page number in a query parameter; 1 for anything but a positive whole number up to LAST_PAGE, written with digits only. */
export const parsePage = (value: string | null | undefined): number => {
  if (!value || !/^[1-9]\d{0,5}$/.test(value)) return 1
  const page = Number(value)
  return page <= LAST_PAGE ? page : 1
}

/**
 * The entries of the pagination control: the first and the last page, the current one and its neighbours, and 'gap' for the pages between
 * them. If only one page is between them, its number is shown instead of a gap, because it takes no more space.
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
