import { BetaField } from '../../ui/BetaField.tsx'
import { FACET_NAMES, type FacetName, type ListQuery } from '@marketplace/contracts/pages/list-query'

/** What is searched for and the filters that a form does not ask for: it has to send them all the same. */
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
