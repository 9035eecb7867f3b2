import type { ListPage } from '@marketplace/contracts/pages/parts'
import { useRef } from 'react'
import { useHref } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { HiddenQuery } from './HiddenQuery.tsx'
import { useFollowAddress } from './use-follow-address.ts'
import { useLatestQuery } from './use-latest-query.ts'

type Props = { page: ListPage & { sortBy: string }; options: { value: string; label: string }[] }

/** The choice of the sort order, which keeps the filters. Without scripts it is a plain form with a button. */
export const SortForm = ({ page, options }: Props) => {
  const { path, sortBy } = page
  const action = useHref(path)
  const latest = useLatestQuery(page)
  const select = useRef<HTMLSelectElement>(null)
  const wanted = { ...latest, sortBy: latest.sortBy ?? sortBy }
  // The select stays mounted during a navigation, so that it keeps the focus.
  const addresses = { shown: paths.listing(path, { ...page.query, sortBy }), latest: paths.listing(path, wanted) }
  const go = useFollowAddress(addresses, () => {
    if (select.current) select.current.value = wanted.sortBy
  })
  const sort = (chosen: string) => void go(paths.listing(path, { ...latest, sortBy: chosen, page: 1 }))
  return (
    <form method="get" action={action} autoComplete="off" className="flex items-center gap-2">
      <HiddenQuery query={latest} />
      {latest.verified && <input type="hidden" name="verified" value="true" />}
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
