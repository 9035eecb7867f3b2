import { isSearchable, searchText } from '@marketplace/contracts/search/limits'
import { RotateCw } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { track } from '../../lib/signals.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { announcementOf, isNearest, NEAREST, totalOf, UNAVAILABLE } from './announcement.ts'
import { Hits, optionCount } from './Hits.tsx'
import { RecentSearches } from './RecentSearches.tsx'
import { keepRecent, readRecent, rememberSearch } from './recent-searches.ts'
import { nextOption, NO_OPTION } from './next-option.ts'
import { putText, useComboboxAttributes, useEvents } from './use-combobox.ts'
import { useRoom } from './use-room.ts'
import { useSearch } from './use-search.ts'
import { useSettled } from './use-settled.ts'

export type SuggestionsProps = {
  input: HTMLInputElement
  /** In a sheet: closes it once the next page is shown. */
  onLeave?: (() => void) | undefined
}

const PLACES = ['first', 'second', 'third'] as const

/** How long (ms) after the last letter screen readers announce the hits. */
const ANNOUNCE_AFTER_MS = 600

/** On the page of search results, the field contains the current search. It needs no suggestions until the person changes it. */
const isAsked = ({ value, defaultValue }: HTMLInputElement): boolean => value === '' || value !== defaultValue

/** The suggestions below a search field: recent searches, or hits for the typed text. */
export const Suggestions = ({ input, onLeave }: SuggestionsProps) => {
  const listId = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(input.value)
  const [open, setOpen] = useState(() => document.activeElement === input && isAsked(input))
  const [active, setActive] = useState(NO_OPTION)
  const [recent, setRecent] = useState(readRecent)
  const text = searchText(typed)
  const searchable = isSearchable(text)
  const { answer, status, retry } = useSearch(open ? typed : '')
  const [shownAnswer, setShownAnswer] = useState(answer)
  if (shownAnswer !== answer) {
    setShownAnswer(answer)
    setActive(NO_OPTION)
  }
  const isRecent = open && text === '' && recent.length > 0
  const count = answer ? optionCount(answer) : isRecent ? recent.length : 0
  const optionId = (index: number) => `${listId}-${index}`
  const said = useSettled(announcementOf({ answer, status }), ANNOUNCE_AFTER_MS)
  useComboboxAttributes(input, count > 0 ? listId : null, active < count && active !== NO_OPTION ? optionId(active) : null)

  const look = (shown: boolean) => {
    setTyped(input.value)
    setActive(NO_OPTION)
    setRecent(readRecent())
    setOpen(shown)
  }
  const close = () => look(false)
  useEvents(input, {
    input: () => look(true),
    focus: () => look(isAsked(input)),
    click: () => !open && look(isAsked(input)),
    keydown: (event) => {
      if (event.isComposing) return
      const next = nextOption(event.key, active, open ? count : 0)
      if (next !== null) {
        event.preventDefault()
        setActive(next)
      } else if (event.key === 'ArrowDown' && !open) look(true)
      else if (event.key === 'Home' || event.key === 'End') setActive(NO_OPTION)
      else if (event.key === 'Enter' && active !== NO_OPTION && active < count) {
        event.preventDefault()
        document.getElementById(optionId(active))?.click()
      } else if (event.key === 'Escape') {
        event.preventDefault()
        if (onLeave) return onLeave()
        if (!open || (count === 0 && status === 'settled')) putText(input, '')
        close()
      }
    },
  })
  useEvents(input.form, {
    // A press on a suggestion must not take the focus from the field.
    mousedown: (event) => {
      if (event.target !== input) event.preventDefault()
    },
    submit: (event) => {
      event.preventDefault()
      rememberSearch(input.value)
      close()
      navigate(paths.search({ text: searchText(input.value) }))
    },
    focusout: ({ relatedTarget }) => {
      if (!onLeave && !(relatedTarget instanceof Node && input.form?.contains(relatedTarget))) setOpen(false)
    },
  })

  const optionAt = (index: number) => ({
    id: optionId(index),
    active: index === active,
    onGo: () => {
      if (searchable) rememberSearch(typed)
      // The last option is the link to all results, which is not a hit.
      if (answer && index < count - 1) track('search_hit_opened', { detail: PLACES[index] ?? 'later' })
      putText(input, input.defaultValue)
      close()
    },
  })
  const forget = (left: string[]) => {
    keepRecent(left)
    setRecent(left)
    setActive(NO_OPTION)
    // The focused button was removed.
    input.focus()
  }
  const tryAgain = () => {
    // The button disappears while it works. Without the focus in the field, the suggestions would close.
    input.focus()
    look(true)
    retry()
  }
  useEffect(() => {
    if (open) track('search_opened')
  }, [open])
  const shown = isRecent || answer !== null || status === 'stalled' || status === 'failed'
  const ref = useRef<HTMLDivElement>(null)
  useRoom(input, ref, shown)
  return (
    <>
      <div role="status" className="sr-only">
        {said}
      </div>
      {shown && (
        <div ref={ref} className="suggestions">
          {answer && (totalOf(answer) === 0 || isNearest(answer)) && (
            <p className="px-3 pt-3 pb-1 text-sm wrap-anywhere">
              Nothing found for “<span className="font-semibold">{answer.query}</span>”{totalOf(answer) > 0 && `. ${NEAREST}:`}
            </p>
          )}
          {answer && (
            // tabIndex -1, because otherwise browsers make a scrolling list a tab stop.
            <div role="listbox" id={listId} aria-label="Suggestions" tabIndex={-1}>
              <Hits answer={answer} text={text} optionAt={optionAt} />
            </div>
          )}
          {isRecent && <RecentSearches listId={listId} recent={recent} optionAt={optionAt} onForget={forget} />}
          {status === 'stalled' && <p className="px-3 py-2 text-sm text-muted">Searching…</p>}
          {status === 'failed' && (
            <div className="flex min-h-11 items-center justify-between gap-3 ps-3 text-sm">
              {UNAVAILABLE}
              <Button variant="secondary" size="sm" onClick={tryAgain}>
                <Icon as={RotateCw} />
                Try again
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  )
}
