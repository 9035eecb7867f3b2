import { type FacetName, type ListQuery, parseListQuery } from '@marketplace/contracts/pages/list-query'
import type { ListPage } from '@marketplace/contracts/pages/parts'
import { useEffect, useEffectEvent, useRef, type FormEvent } from 'react'
import { useHref } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { FacetField } from './FacetField.tsx'
import { HiddenQuery } from './HiddenQuery.tsx'
import { useLatestQuery, useListAddress } from './use-list-address.ts'
import { grouped } from '../../ui/counted.ts'

/** The filter that lists of applications do not show, because they have links to category pages instead. */
const BY_LINKS = 'categories'

/**
 * The filters of a list. Without scripts it is a plain form; with scripts each change is applied at once. The boxes keep their state
 * while the list loads and each change sends all of them, so two quick clicks both count.
 */
export const FilterForm = ({ page }: { page: ListPage }) => {
  const { filters, path, query } = page
  const form = useRef<HTMLFormElement>(null)
  const action = useHref(path)
  const list = useListAddress(page)
  const linked: FacetName[] = 'of' in page ? [BY_LINKS] : []
  const unlike = (wanted: ListQuery) => boxesOf(form.current).filter((box) => box.checked !== isChosen(wanted, box))
  const apply = () => {
    if (!form.current) return
    const latest = list.latest()
    const { filters, verified } = parseListQuery(new URLSearchParams(entriesOf(form.current)))
    const kept = linked.map((name) => [name, latest.filters[name]] as const)
    list.go({ ...latest, filters: { ...filters, ...Object.fromEntries(kept) }, verified, page: 1 })
  }
  /** Applies clicks that were made before the page was hydrated. */
  const applyEarly = useEffectEvent(() => {
    if (unlike(query).length > 0) apply()
  })
  useEffect(() => applyEarly(), [])
  useLatestQuery(list, (latest) => {
    for (const box of unlike(latest)) box.checked = !box.checked
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply()
  }
  return (
    <form
      ref={form}
      method="get"
      action={action}
      autoComplete="off"
      onChange={apply}
      onSubmit={submit}
      className="flex flex-col gap-6"
    >
      <HiddenQuery query={query} only={linked} />
      {query.sortBy && <input type="hidden" name="sortBy" value={query.sortBy} />}
      {filters.verified && (
        <label className="switch">
          Verified only
          <span>{grouped(filters.verified.count)}</span>
          <input type="checkbox" name="verified" value="true" defaultChecked={filters.verified.chosen} />
        </label>
      )}
      {filters.facets.map((facet) => !linked.includes(facet.name) && <FacetField key={facet.name} facet={facet} />)}
      <Button type="submit" className="js:hidden">
        Apply
      </Button>
    </form>
  )
}

const isChosen = ({ filters, verified }: ListQuery, { name, value }: HTMLInputElement): boolean =>
  name === 'verified' ? verified : (filters[name as FacetName]?.includes(value) ?? false)

const boxesOf = (form: HTMLFormElement | null): HTMLInputElement[] => [
  ...(form?.querySelectorAll<HTMLInputElement>('[type=checkbox]') ?? []),
]

const entriesOf = (form: HTMLFormElement): [string, string][] =>
  [...new FormData(form)].map(([name, value]) => [name, String(value)])
