import type { SearchAnswer, TextParts } from '@marketplace/contracts/search/schemas'
import { ArrowRight } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { classNames } from '../../ui/class-names.ts'
import { counted } from '../../ui/counted.ts'
import { Icon } from '../../ui/Icon.tsx'
import { isNearest, totalOf } from './announcement.ts'
import { HitIcon } from './HitIcon.tsx'
import { Marked } from './Marked.tsx'
import { Option, type OptionProps } from './Option.tsx'

const Group = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="mb-2">
      <div id={id} role="presentation" className="px-3 pt-2 pb-1 text-xs text-muted">
        {title}
      </div>
      {children}
    </div>
  )
}

type Hit = Parameters<typeof HitIcon>[0] & {
  id: string
  href: string
  name: TextParts
  /** The developer's name, to distinguish applications of the same name; null for partners. */
  developer: string | null
  kind: string | null
  line: TextParts
}

const hitOption = ({ href, name, developer, kind, line, ...picture }: Hit, option: OptionProps) => (
  <Option key={option.id} {...option} to={href} className="py-2">
    <HitIcon {...picture} />
    <span className="min-w-0 grow">
      <span className="flex items-baseline gap-2">
        <span
          className={classNames('shrink-0 truncate text-sm font-semibold', developer ? 'max-w-[calc(100%-5rem)]' : 'max-w-full')}
        >
          <Marked parts={name} />
        </span>{' '}
        {developer && (
          <span className="truncate text-xs text-muted">
            <span className="sr-only">by </span>
            {developer}
          </span>
        )}
      </span>
      <span className="block truncate text-xs text-muted">
        <Marked parts={line} />
      </span>
    </span>
    {kind && <span className="shrink-0 text-xs text-muted">{kind}</span>}
  </Option>
)

const partnerKinds = { expert: 'Expert', developer: 'Developer' }

/** The text of the link to all results. `total` is null while the typed text has no answer yet. */
const allText = (total: number | null, nearest: boolean): string => {
  if (total === null) return 'See all results'
  if (nearest) return total === 1 ? 'See the nearest match' : `See all ${counted(total, 'similar result')}`
  if (total === 0) return 'Tips and suggestions'
  return total === 1 ? 'See the result' : `See all ${counted(total, 'result')}`
}

/** Marks the title of a section that has only similar results, if the other section has exact ones. */
const titleOf = (title: string, { nearest }: { nearest: boolean }, answer: SearchAnswer): string =>
  nearest && !isNearest(answer) ? `${title} with a similar name or text` : title

type Props = {
  answer: SearchAnswer
  /** The text in the field. While its answer loads, `answer` still belongs to an earlier text. */
  text: string
  optionAt: (index: number) => OptionProps
}

/** The number of options: the hits, and the link to all results. */
export const optionCount = ({ apps, partners }: SearchAnswer): number => apps.hits.length + partners.hits.length + 1

/** An answer in its two sections, and the link to all results. */
export const Hits = ({ answer, text, optionAt }: Props) => {
  const { apps, partners, query } = answer
  return (
    <>
      {apps.hits.length > 0 && (
        <Group title={titleOf('Apps', answer.apps, answer)}>
          {apps.hits.map((hit, index) =>
            hitOption({ ...hit, line: hit.shortDescription, kind: hit.service ? 'Service' : null }, optionAt(index)),
          )}
        </Group>
      )}
      {partners.hits.length > 0 && (
        <Group title={titleOf('Partners', answer.partners, answer)}>
          {partners.hits.map((hit, index) =>
            hitOption(
              { ...hit, developer: null, line: hit.description, kind: partnerKinds[hit.kind] },
              optionAt(apps.hits.length + index),
            ),
          )}
        </Group>
      )}
      {/* The link stays visible while the hits scroll. */}
      <div role="presentation" className="sticky bottom-0 border-t border-line bg-surface pt-1.5 first:border-0">
        <Option {...optionAt(optionCount(answer) - 1)} to={paths.search({ text })} className="min-h-11 text-sm font-semibold">
          <span className="min-w-0 truncate">
            {allText(query === text ? totalOf(answer) : null, isNearest(answer))} for “{text}”
          </span>
          <Icon as={ArrowRight} className="shrink-0" />
        </Option>
      </div>
    </>
  )
}
