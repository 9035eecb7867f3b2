import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useDeferredValue, useId, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { endpointQuery, useEndpoint } from '../../data/use-endpoint.ts'

type Named = { id: string; name: string }
type Props = {
  label: string
  chosen: readonly Named[]
  onAdd: (application: Named) => void
  onRemove: (id: string) => void
}

/** The search needs at least two letters. */
const FEWEST_LETTERS = 2

/** Applications with a matching name: the organization's own private ones first, then those of the catalogue. */
const useFound = (text: string): readonly Named[] => {
  const query = useDeferredValue(text.trim())
  const isAsked = query.length >= FEWEST_LETTERS
  const own = useEndpoint('product', 'GET /applications/private')
  const { data } = useQuery({
    ...endpointQuery('product', 'GET /search', { query: { query } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  if (!isAsked) return []
  const ownOnes = (own.data ?? []).filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))
  const hits = (data?.apps.hits ?? []).map(({ id, name }) => ({ id, name: name.map((part) => part.text).join('') }))
  return [...ownOnes.map(({ id, name }) => ({ id, name })), ...hits]
}

/** Finds applications by name and adds them to a list. */
export const ApplicationPicker = ({ label, chosen, onAdd, onRemove }: Props) => {
  const id = useId()
  const [text, setText] = useState('')
  const held = new Set(chosen.map((each) => each.id))
  const found = useFound(text).filter((each) => !held.has(each.id))
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        Find an app to list
      </label>
      <input
        id={id}
        type="search"
        value={text}
        maxLength={100}
        onChange={(event) => setText(event.target.value)}
        // Enter in this field must not submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        className="min-h-10 w-full rounded-control border border-control bg-surface px-3 text-sm"
      />
      <p role="status" className="sr-only">
        {text.trim().length >= FEWEST_LETTERS && `${found.length} found`}
      </p>
      {found.length > 0 && (
        <ul aria-label="Found apps" className="mt-2 rounded-card border border-line">
          {found.map((each) => (
            <li key={each.id} className="border-b border-line last:border-b-0">
              <button
                type="button"
                onClick={() => onAdd(each)}
                className="flex min-h-11 w-full items-center gap-3 px-3 text-start text-sm hover:bg-hover"
              >
                <Icon as={Plus} size={16} className="shrink-0 text-muted" />
                <span className="sr-only">List </span>
                {each.name}
              </button>
            </li>
          ))}
        </ul>
      )}
      <h3 className="mt-5 mb-1 text-sm font-semibold">
        {label} ({chosen.length})
      </h3>
      {chosen.length === 0 ? (
        <p className="text-sm text-muted">No app is listed.</p>
      ) : (
        <ul aria-label={label}>
          {chosen.map((each) => (
            <li
              key={each.id}
              className="flex min-h-11 items-center justify-between gap-3 border-b border-line text-sm last:border-b-0"
            >
              <span className="min-w-0">{each.name}</span>
              <Button variant="quiet" size="sm" onClick={() => onRemove(each.id)}>
                <Icon as={X} size={16} />
                <span className="sr-only">Take {each.name} off the list</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
