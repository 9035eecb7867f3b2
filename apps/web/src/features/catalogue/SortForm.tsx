import { APPLICATION_SORTS, type ApplicationSort } from '@marketplace/contracts/enumerations'
import { useEffect, useRef } from 'react'
import { useHref, useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'

const labels: Record<ApplicationSort, string> = {
  recommended: 'Recommended',
  popularity: 'Most installed',
  published: 'Newest',
  alphabetically: 'Name, A to Z',
  price: 'Price, low to high',
}
const options = APPLICATION_SORTS.map((value) => ({ value, label: labels[value] }))

/** The order of a list. A plain form, whose button only those without scripts need. */
export const SortForm = ({ path, sortBy }: { path: string; sortBy: ApplicationSort }) => {
  const action = useHref(path)
  const navigate = useNavigate()
  const select = useRef<HTMLSelectElement>(null)
  // The select keeps the focus over a navigation, and follows it when the person goes back.
  useEffect(() => {
    if (select.current) select.current.value = sortBy
  }, [sortBy])
  const sort = (value: string) => {
    const chosen = value as ApplicationSort
    navigate(paths.listing(path, { sortBy: chosen === APPLICATION_SORTS[0] ? undefined : chosen }), { preventScrollReset: true })
  }
  return (
    <form method="get" action={action} className="flex items-center gap-2">
      <Field label="Sort by" inline>
        {(control) => (
          <Select
            {...control}
            ref={select}
            name="sortBy"
            options={options}
            defaultValue={sortBy}
            onChange={(event) => sort(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" className="js:hidden">
        Sort
      </Button>
    </form>
  )
}
