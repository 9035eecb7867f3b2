import { renderBounded } from '../stored/render-bounded.ts'
import { looksActive, TEXT_VERSION } from '../stored/render-text.ts'
import type { NewApplication } from '../stored/repository.ts'
import type { ParsedLine } from './parse-line.ts'

export type RenderedTexts = {
  /** The columns with the HTML that pages show. */
  columns: Partial<NewApplication>
  remarks: string[]
}

const TEXTS = [
  { field: 'longDescription', column: 'longDescriptionHtml' },
  { field: 'changelog', column: 'changelogHtml' },
] as const

const REASONS = { slow: 'takes too long to render', long: 'becomes too long a page' } as const

/** Renders the texts of a line. The remarks name everything in the line that a page will not show as it was written. */
export const renderTexts = async ({ line, raw }: ParsedLine): Promise<RenderedTexts> => {
  const columns: Partial<NewApplication> = {}
  const remarks: string[] = []
  for (const { field, column } of TEXTS) {
    const text = line[field]
    if (text === undefined) continue
    columns.textVersion = TEXT_VERSION
    if (!text) {
      columns[column] = null
      continue
    }
    const { html, removed, plain } = await renderBounded(text)
    columns[column] = html
    if (plain) remarks.push(`${field}: ${REASONS[plain]} and is shown as plain text`)
    if (removed.length) remarks.push(`${field}: ${removed.join(', ')} is kept out of every page`)
  }
  const { longDescription: _, changelog: __, ...others } = raw
  const active = Object.keys(others).filter((field) => holdsActive(others[field]))
  if (active.length) remarks.push(`${active.join(', ')}: markup is shown as plain text`)
  return { columns, remarks }
}

/** Whether a value contains a text that looks like an attempt to run a script. */
const holdsActive = (value: unknown): boolean =>
  typeof value === 'string'
    ? looksActive(value)
    : typeof value === 'object' && value !== null && Object.values(value).some((inner) => holdsActive(inner))
