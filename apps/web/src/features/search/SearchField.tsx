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
  /** In the header, above a page in a frame, as the main thing of a page, or in the sheet of small screens. */
  look: 'header' | 'frame' | 'main' | 'sheet'
  /** What was searched for. */
  text?: string
  onLeave?: () => void
}

type Loaded = { Suggestions: ComponentType<SuggestionsProps>; input: HTMLInputElement }

/** A plain form. What drops down from it comes with the first focus, and finds what was typed until then. */
export const SearchField = ({ look, text = '', onLeave }: Props) => {
  const action = useHref(paths.search())
  const { key } = useLocation()
  const ref = useRef<HTMLInputElement>(null)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [wanted, setWanted] = useState(false)
  const want = () => setWanted(true)
  useEffect(() => {
    const input = ref.current
    // The person may have been quicker than the page.
    if (!input || (!wanted && input !== document.activeElement)) return
    // Without it the form is still one, and the next focus tries again.
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
