/** What Excel needs to read a file as UTF-8. Other programs skip it. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A cell that begins so is a formula for a spreadsheet, which would run it. Spaces before it do not help. */
const FORMULA = /^[\s\u00A0]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

export type CsvValue = string | number | boolean | null

/** One cell. A text that a spreadsheet would take for a formula gets an apostrophe before it; numbers stay numbers. */
const cellOf = (value: CsvValue): string => {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}

const lineOf = (values: readonly CsvValue[]): string => `${values.map(cellOf).join(',')}\r\n`

/** Rows under their titles, as RFC 4180 has them. */
export const csvOf = (titles: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  BYTE_ORDER_MARK + lineOf(titles) + rows.map(lineOf).join('')
