import type { ListPage } from '@marketplace/contracts/pages/parts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useHref } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { HiddenQuery } from './HiddenQuery.tsx'
import { useLatestQuery, useListAddress } from './use-list-address.ts'

type Props = { page: ListPage & { sortBy: string }; options: { value: string; label: string }[] }

/** The choice of the sort order, which keeps the filters. Without scripts it is a plain form with a button. */
export const SortForm = ({ page, options }: Props) => {
  const { path, query, sortBy } = page
  const action = useHref(path)
  const list = useListAddress(page)
  const select = useRef<HTMLSelectElement>(null)
  const sort = (chosen: string) => list.go({ ...list.latest(), sortBy: chosen, page: 1 })
  /** Applies an order that was chosen before the page was hydrated. */
  const applyEarly = useEffectEvent(() => {
    const chosen = select.current?.value
    if (chosen && chosen !== sortBy) sort(chosen)
  })
  useEffect(() => applyEarly(), [])
  // The select stays mounted during a navigation, so that it keeps the focus.
  useLatestQuery(list, (latest) => {
    if (select.current) select.current.value = latest.sortBy ?? sortBy
  })
  return (
    <form method="get" action={action} autoComplete="off" className="flex items-center gap-2">
      <HiddenQuery query={query} />
      {query.verified && <input type="hidden" name="verified" value="true" />}
      <Field label="Sort by" inline className="max-sm:[&_label]:sr-only">
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
