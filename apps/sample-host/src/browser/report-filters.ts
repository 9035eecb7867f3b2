// The filters that an application has set for the reports. The sample's figures do not change.
import { button, make } from './dom.ts'
import { toast } from './toast.ts'

const KEY = 'sample-host-report-filters'
const MOST = 10
const LONGEST = 60

type Filters = { by: string; filters: [name: string, value: string][] }

const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return short(value)
  if (typeof value === 'number') return String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString().slice(0, 'YYYY-MM-DD'.length)
  if (!Array.isArray(value)) return null
  const texts = value.slice(0, MOST).flatMap((each: unknown) => (Array.isArray(each) ? [] : (textOf(each) ?? [])))
  return texts.length > 0 ? texts.join(', ') : null
}

/** The readable filters, as pairs of texts. */
export const readFilters = (given: Readonly<Record<string, unknown>>): [name: string, value: string][] =>
  Object.entries(given)
    .slice(0, MOST)
    .flatMap(([name, value]) => {
      const text = textOf(value)
      return text === null || text === '' ? [] : [[short(name), text] as [string, string]]
    })

const kept = (): Filters | null => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Filters | null
  } catch {
    return null
  }
}

/** Shows the filters on the screen of the reports. */
export const showReportFilters = (): void => {
  const place = document.querySelector('[data-report-filters]')
  const now = kept()
  const clear = button(
    'Clear',
    () => {
      sessionStorage.removeItem(KEY)
      showReportFilters()
    },
    'quiet small',
  )
  place?.replaceChildren(
    ...(now
      ? [
          make(
            'p',
            { class: 'tags' },
            make('strong', {}, `Filtered by ${now.by}`),
            ...now.filters.map(([name, value]) => make('span', { class: 'tag' }, `${name}: ${value}`)),
            clear,
          ),
        ]
      : []),
  )
}

/** Stores an application's filters for this tab. */
export const setReportFilters = (by: string, given: Readonly<Record<string, unknown>>): void => {
  const filters = readFilters(given)
  if (filters.length === 0) return
  sessionStorage.setItem(KEY, JSON.stringify({ by, filters } satisfies Filters))
  showReportFilters()
  toast(`${by} has filtered the reports.`)
}
