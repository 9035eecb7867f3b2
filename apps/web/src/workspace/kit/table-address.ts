import { useLocation, useSearchParams } from 'react-router'

export type Sort = { column: string; descending: boolean }

/** Sorting in an address: "name", or "-name" from the end. What names no column is the default. */
export const readSort = (text: string | null, columns: readonly string[], otherwise: Sort): Sort => {
  const descending = text?.startsWith('-') ?? false
  const column = descending ? text?.slice(1) : text
  return column && columns.includes(column) ? { column, descending } : otherwise
}

/** The page in an address; the first for what is no page. */
export const readPage = (text: string | null): number => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1)

type Change = Readonly<Record<string, string | null>>

/** What a list shows, as its address says it: everybody who gets the address sees the same. */
export const useTableAddress = (columns: readonly string[], defaultSort: Sort) => {
  const [parameters, setParameters] = useSearchParams()
  const { pathname } = useLocation()
  const changed = (change: Change): URLSearchParams => {
    const next = new URLSearchParams(parameters)
    for (const [name, value] of Object.entries(change))
      if (value === null || value === '') next.delete(name)
      else next.set(name, value)
    return next
  }
  return {
    read: (name: string): string => parameters.get(name) ?? '',
    sort: readSort(parameters.get('sort'), columns, defaultSort),
    page: readPage(parameters.get('page')),
    /** The address with something changed; null and '' leave a parameter out. */
    hrefWith: (change: Change): string => {
      const search = changed(change).toString()
      return search ? `${pathname}?${search}` : pathname
    },
    /** Narrows the list, which begins again at its first page. No step to go back to: a filter is typed letter by letter. */
    filter: (change: Change): void =>
      setParameters(changed({ ...change, page: null }), { replace: true, preventScrollReset: true }),
  }
}
export type TableAddress = ReturnType<typeof useTableAddress>
