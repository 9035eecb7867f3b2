import type { StatementDocument } from '@marketplace/contracts/billing/payout-schemas'
import { formatInstant } from '@marketplace/domain/dates'
import { BOLD, dollarsOf, FONT_SIZE, openPdf, pdfLine, RIGHT, ruledCell } from '../documents/open-pdf.ts'

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const cell = (text: string) => ({ text, type: 'TD' as const })
const head = (text: string, scope: 'Column' | 'Row') => ({
  text,
  type: 'TH' as const,
  scope,
  font: { src: BOLD, size: FONT_SIZE },
})

/** Draws a statement as a tagged PDF file. The same document gives the same bytes. */
export const drawStatement = (document: StatementDocument): Promise<Buffer> => {
  const { developer, month, opening, closing, lines } = document
  const title = `Statement ${MONTH.format(new Date(`${month}-01T00:00:00Z`))}`
  const { pdf, whole, say, finish } = openPdf({ title, author: developer.name, at: new Date(document.issued_at) })
  say('H1', title, BOLD, 18)
  say('P', `${pdfLine(developer.name)}, issued ${formatInstant(document.issued_at)}`)
  pdf.moveDown()
  const sums: [string, number][] = [
    ['Owed before', opening],
    ['Sales, less tax and commission', document.sales],
    ['Refunds and disputes', document.refunds],
    ['Payouts', document.payouts],
    ['Owed after', closing],
  ]
  pdf.table({
    structParent: whole,
    columnStyles: [300, 100].map((width, index) => ({ width, border: 0, padding: [2, 0], ...(index > 0 && { align: RIGHT }) })),
    data: sums.map(([label, amount]) => [head(label, 'Row'), cell(dollarsOf(amount))]),
  } as PDFKit.Mixins.TableOptionsWithData)
  pdf.moveDown()
  pdf.table({
    structParent: whole,
    columnStyles: [56, 165, 66, 62, 68, 82].map((width, index) => ({ width, ...ruledCell, ...(index > 1 && { align: RIGHT }) })),
    data: [
      ['Day', 'What', 'Paid', 'Tax', 'Commission', 'Adds'].map((text) => head(text, 'Column')),
      ...lines.map(({ at, kind, description, capture, gross, tax, commission, amount }) =>
        [
          at.slice(0, 10),
          `${kind === 'sale' ? '' : `${kind[0]?.toUpperCase()}${kind.slice(1)}: `}${pdfLine(description)}${capture === null ? '' : `\n${pdfLine(capture)}`}`,
          dollarsOf(gross),
          dollarsOf(tax),
          dollarsOf(commission),
          dollarsOf(amount),
        ].map(cell),
      ),
    ],
  } as PDFKit.Mixins.TableOptionsWithData)
  return finish(title)
}
