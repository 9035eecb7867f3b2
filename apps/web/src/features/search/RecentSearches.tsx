import { History, X } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Option, type OptionProps } from './Option.tsx'

type Props = {
  listId: string
  recent: readonly string[]
  optionAt: (index: number) => OptionProps
  onForget: (left: string[]) => void
}

/** The recent searches, and the buttons that remove them. The buttons stand beside the list, since a listbox may contain options only. */
export const RecentSearches = ({ listId, recent, optionAt, onForget }: Props) => (
  <>
    <div className="flex items-center justify-between ps-3">
      <span id={`${listId}-title`} className="text-xs text-muted">
        Recent searches
      </span>
      <Button variant="quiet" size="sm" onClick={() => onForget([])}>
        Clear all
        <span className="sr-only"> recent searches</span>
      </Button>
    </div>
    <div className="grid grid-cols-[minmax(0,1fr)_auto]">
      <div role="listbox" id={listId} aria-labelledby={`${listId}-title`}>
        {recent.map((text, index) => (
          <Option key={text} {...optionAt(index)} to={paths.search({ text })} className="h-11 text-sm">
            <Icon as={History} className="shrink-0 text-muted" />
            <span className="truncate">{text}</span>
          </Option>
        ))}
      </div>
      <div className="grid">
        {recent.map((text) => (
          <Button
            key={text}
            variant="quiet"
            aria-label={`Forget “${text}”`}
            onClick={() => onForget(recent.filter((other) => other !== text))}
            className="h-11 w-11 px-0 text-muted"
          >
            <Icon as={X} />
          </Button>
        ))}
      </div>
    </div>
  </>
)
