import type { InvoiceDocument } from '@marketplace/contracts/billing/schemas'
import { formatDate, formatInstant } from '@marketplace/domain/dates'
import {
  BOLD,
  dollarsOf as money,
  FONT_SIZE,
  MARGIN,
  pdfLine as plain,
  openPdf,
  type Pdf,
  REGULAR,
  RIGHT,
  ruledCell,
} from '../documents/open-pdf.ts'

const partyLines = ({ name, street, city, zip, state, country, vat_id: vatId, email }: InvoiceDocument['seller']): string[] =>
  [name, street, [zip, city, state].filter(Boolean).join(' '), country, vatId && `Tax number ${vatId}`, email]
    .map((line) => plain(line ?? ''))
    .filter(Boolean)

const NO_BORDER = { border: 0, padding: [2, 0] } satisfies PDFKit.Mixins.CellStyle

/** Draws the table of lines. Screen readers read its cells in order, with their column headers. */
const drawLines = (pdf: Pdf, part: PDFKit.PDFStructureElement, { lines }: InvoiceDocument): void => {
  const head = ['Description', 'Quantity', 'Unit price', 'Discount', 'Net', 'Tax', 'Total']
  const columnStyles = [158, 52, 68, 58, 58, 44, 61].map((width, index) => ({
    width,
    ...ruledCell,
    ...(index > 0 && { align: RIGHT }),
  }))
  pdf.table({
    structParent: part,
    columnStyles,
    data: [
      head.map((text) => ({ text, type: 'TH' as const, scope: 'Column' as const, font: { src: BOLD, size: FONT_SIZE } })),
      ...lines.map((line) => {
        const end = line.period_end && ` to ${formatInstant(line.period_end)}`
        return [
          `${plain(line.description)}\n${formatInstant(line.period_start)}${end ?? ''}`,
          String(line.quantity),
          money(line.unit_price),
          line.discount === 0 ? '' : `-${money(line.discount)}`,
          money(line.net),
          `${line.tax_rate} %`,
          money(line.total),
        ].map((text) => ({ text, type: 'TD' as const }))
      }),
    ],
  } as PDFKit.Mixins.TableOptionsWithData)
}

const drawTotals = (pdf: Pdf, part: PDFKit.PDFStructureElement, document: InvoiceDocument): void => {
  const rates = [...new Set(document.lines.map(({ tax_rate: rate }) => rate))]
  const taxOf = (rate: number) => document.lines.filter((line) => line.tax_rate === rate).reduce((sum, { tax }) => sum + tax, 0)
  const rows: [string, string][] = [
    ['Net', money(document.net)],
    ...rates.map((rate): [string, string] => [`${plain(document.tax_name)} ${rate} %`, money(taxOf(rate))]),
  ]
  const row = ([label, amount]: readonly [string, string], font?: object) =>
    [
      { text: label, type: 'TH' as const, scope: 'Row' as const },
      { text: amount, type: 'TD' as const },
    ].map((cell) => ({ ...cell, ...font }))
  pdf.table({
    structParent: part,
    columnStyles: [310, 100, 89].map((width, index) => ({ width, ...NO_BORDER, ...(index > 0 && { align: RIGHT }) })).slice(1),
    position: { x: MARGIN + 310, y: pdf.y + 8 },
    data: [
      ...rows.map((each) => row(each)),
      row([document.kind === 'invoice' ? 'Total' : 'Refunded', money(document.total)], {
        font: { src: BOLD, size: FONT_SIZE + 1 },
      }),
    ],
  } as PDFKit.Mixins.TableOptionsWithData)
  pdf.x = MARGIN
}

/** Draws a document as a tagged PDF file. The same document gives the same bytes. */
export const drawPdf = (document: InvoiceDocument): Promise<Buffer> => {
  const title = `${document.kind === 'invoice' ? 'Invoice' : 'Credit note'} ${document.number}`
  const issuedAt = new Date(document.issued_at)
  const { pdf, whole, say, finish } = openPdf({ title, author: document.seller.name, at: issuedAt })
  say('H1', title, BOLD, 18)
  say('P', `Issued ${formatDate(issuedAt)}${document.corrects === null ? '' : `, corrects ${document.corrects}`}`)
  pdf.moveDown()
  pdf.font(REGULAR, FONT_SIZE).table({
    structParent: whole,
    columnStyles: { width: 249, ...NO_BORDER },
    data: [
      ['From', 'To'].map((text) => ({
        text,
        type: 'TH' as const,
        scope: 'Column' as const,
        font: { src: BOLD, size: FONT_SIZE },
      })),
      [document.seller, document.buyer].map((party) => ({ text: partyLines(party).join('\n'), type: 'TD' as const })),
    ],
  } as PDFKit.Mixins.TableOptionsWithData)
  pdf.moveDown()
  drawLines(pdf, whole, document)
  drawTotals(pdf, whole, document)
  pdf.moveDown()
  if (document.reverse_charge) say('P', 'Reverse charge: the buyer accounts for the tax.')
  if (document.kind === 'credit_note')
    say('P', `The amount goes back to ${document.paid_with ? plain(document.paid_with) : 'the card'}.`)
  else if (document.total > 0)
    say('P', `Paid${document.paid_with ? ` with ${plain(document.paid_with)}` : ''}. Nothing is left to pay.`)
  return finish(document.number)
}
