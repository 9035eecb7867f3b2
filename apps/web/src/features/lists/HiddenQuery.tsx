import { BetaField } from '../../ui/BetaField.tsx'
import { FACET_NAMES, type FacetName, type ListQuery } from '@marketplace/contracts/pages/list-query'

/** Hidden fields with the search text and the filters that the form does not show, so that it sends them too. */
export const HiddenQuery = ({ query, only = FACET_NAMES }: { query: ListQuery; only?: readonly FacetName[] }) => (
  <>
    <BetaField />
    {query.text && <input type="hidden" name="query" value={query.text} />}
    {only.map((name) => {
      const values = query.filters[name]
      return values && <input key={name} type="hidden" name={name} value={values.join(',')} />
    })}
  </>
)
