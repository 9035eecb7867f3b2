import { BetaField } from '../../ui/BetaField.tsx'
import { FACET_NAMES, type FacetName, type ListQuery } from '@marketplace/contracts/pages/list-query'

/** Hidden fields for the search text and for the filters that a form does not show, so that submitting it keeps them. */
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
