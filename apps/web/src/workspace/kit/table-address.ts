import { useLocation, useSearchParams } from 'react-router'

export type Sort = { column: string; descending: boolean }

/** Reads the sort order from an address: "name", or "-name" for descending. For an unknown column, returns the default. */
export const readSort = (text: string | null, columns: readonly string[], otherwise: Sort): Sort => {
  const descending = text?.startsWith('-') ?? false
  const column = descending ? text?.slice(1) : text
  return column && columns.includes(column) ? { column, descending } : otherwise
}

/** Reads the page from an address; 1 if it is no valid number. */
export const readPage = (text: string | null): number => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1)

type Change = Readonly<Record<string, string | null>>

/** The state of a list (sort order, page, filters). It is in the address, so that a link shows everybody the same list. */
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
    /** The current address with changed parameters. A parameter that is null or '' is removed. */
    hrefWith: (change: Change): string => {
      const search = changed(change).toString()
      return search ? `${pathname}?${search}` : pathname
    },
    /** Filters the list and returns to its first page. It replaces the entry in the history, because filters are typed letter by letter. */
    filter: (change: Change): void =>
      setParameters(changed({ ...change, page: null }), { replace: true, preventScrollReset: true }),
  }
}
export type TableAddress = ReturnType<typeof useTableAddress>
