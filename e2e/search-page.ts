// A third-party page on its own origin with the published search clients, unmodified, which use the marketplace's search. It is bundled by
// serve-page.ts and uses no code of this project.
import { liteClient } from 'algoliasearch/lite'
import { createElement as element, useState } from 'react'
import { createRoot } from 'react-dom/client'
import {
  Configure,
  Highlight,
  Hits,
  HitsPerPage,
  InstantSearch,
  Pagination,
  RefinementList,
  SearchBox,
  Snippet,
  SortBy,
  Stats,
  ToggleRefinement,
  useInstantSearch,
} from 'react-instantsearch'

const parameters = new URLSearchParams(location.search)
const api = new URL(parameters.get('api') ?? '')
const SENSE = parameters.get('filters') ?? ''
const client = liteClient('any', 'any', {
  hosts: [{ url: `${api.host}/search`, protocol: 'http', accept: 'readWrite' }],
})
// The test calls the client itself.
Object.assign(window, { client })

const SORTS = ['', '_alphabetically', '_price', '_published', '_popularity', '_recommended']

const Hit = ({ hit }: { hit: never }) =>
  element(
    'article',
    null,
    element('h2', null, element(Highlight, { attribute: 'name', hit })),
    element('p', null, element(Snippet, { attribute: 'longDescription', hit })),
    element('small', null, element(Highlight, { attribute: ['category', 'name'], hit })),
    element('data', { value: String((hit as { price: number }).price) }),
  )

const Status = () => {
  const { status, error } = useInstantSearch({ catchError: true })
  return element('p', null, element('output', null, status), element('strong', { role: 'alert' }, error?.message ?? ''))
}

const Page = () => {
  const [filters, setFilters] = useState(SENSE)
  return element(
    InstantSearch,
    { indexName: 'apps', searchClient: client, future: { preserveSharedStateOnUnmount: true } },
    element(Configure, { attributesToSnippet: ['longDescription:12'], ...(filters && { filters }) }),
    element(SearchBox, {}),
    element(Stats, {}),
    element(Status),
    element('button', { onClick: () => setFilters('price <') }, 'Ask for nonsense'),
    element('button', { onClick: () => setFilters(SENSE) }, 'Ask for sense'),
    element(SortBy, { items: SORTS.map((sort) => ({ label: sort || 'relevance', value: `apps${sort}` })) }),
    element(HitsPerPage, {
      items: [
        { label: '10', value: 10, default: true },
        { label: '100', value: 100 },
      ],
    }),
    element('section', { 'aria-label': 'Category' }, element(RefinementList, { attribute: 'category.name', searchable: true })),
    element('section', { 'aria-label': 'Price' }, element(RefinementList, { attribute: 'payment' })),
    element(ToggleRefinement, { attribute: 'verified', label: 'Verified' }),
    element(Hits, { hitComponent: Hit as never }),
    element(Pagination, {}),
  )
}

createRoot(document.body.appendChild(document.createElement('main'))).render(element(Page))
