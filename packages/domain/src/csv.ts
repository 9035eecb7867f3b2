/** The byte order mark, without which Excel does not read UTF-8. Other programs skip it. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A spreadsheet would run a cell that begins like this as a formula, even after spaces. */
const FORMULA = /^[\s\u00A0]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

export type CsvValue = string | number | boolean | null

/** One cell. A text that looks like a formula gets an apostrophe before it; numbers stay numbers. */
const cellOf = (value: CsvValue): string => {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}

const lineOf = (values: readonly CsvValue[]): string => `${values.map(cellOf).join(',')}\r\n`

/** A CSV file with these titles and rows, by RFC 4180. */
export const csvOf = (titles: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  BYTE_ORDER_MARK + lineOf(titles) + rows.map(lineOf).join('')
