import { Search } from 'lucide-react'
import { useEffect, useRef, useState, type ComponentProps, type ComponentType } from 'react'
import { useHref, useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { isTypedInto } from '../../lib/typing.ts'
import { BetaField } from '../../ui/BetaField.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { SuggestionsProps } from './Suggestions.tsx'

type Props = {
  /** The place of the field: in the header, above a framed page, as the main part of a page, or in the sheet of small screens. */
  look: 'header' | 'frame' | 'main' | 'sheet'
  /** The text that was searched for. */
  text?: string
  onLeave?: () => void
}

type Loaded = { Suggestions: ComponentType<SuggestionsProps>; input: HTMLInputElement }

/**
 * The search form. The code of its suggestions is loaded with the first focus. Then it shows suggestions for the text that was typed
 * meanwhile.
 */
export const SearchField = ({ look, text = '', onLeave }: Props) => {
  const action = useHref(paths.search())
  const { key } = useLocation()
  const ref = useRef<HTMLInputElement>(null)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [wanted, setWanted] = useState(false)
  const want = () => setWanted(true)
  useEffect(() => {
    const input = ref.current
    // The field may have had the focus before the page was hydrated.
    if (!input || (!wanted && input !== document.activeElement)) return
    // If loading fails, the form works without suggestions, and the next focus loads them again.
    import('./Suggestions.tsx').then(({ Suggestions }) => setLoaded({ Suggestions, input })).catch(() => setWanted(false))
  }, [wanted])
  const shown = useRef(key)
  useEffect(() => {
    const input = ref.current
    if (input && shown.current !== key && !isTypedInto(input)) input.value = text
    shown.current = key
  }, [key, text])
  return (
    <form role="search" method="get" action={action} className={`search search-${look}`}>
      <Icon as={Search} size={18} />
      <BetaField />
      <input ref={ref} {...INPUT} defaultValue={text} onFocus={want} onPointerEnter={want} />
      {(look === 'header' || look === 'frame') && <kbd aria-hidden>/</kbd>}
      {look === 'main' && <Button type="submit">Search</Button>}
      {loaded && <loaded.Suggestions input={loaded.input} onLeave={onLeave} />}
    </form>
  )
}

const INPUT: ComponentProps<'input'> = {
  type: 'search',
  name: 'query',
  'aria-label': 'Search apps and partners',
  'aria-keyshortcuts': '/ Control+K Meta+K',
  placeholder: 'Search apps and partners',
  autoComplete: 'off',
  autoCapitalize: 'off',
  spellCheck: false,
  enterKeyHint: 'search',
}
