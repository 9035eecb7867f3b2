import { createRequire } from 'node:module'
import PdfFile from 'pdfkit'
import type { InvoiceDocument } from '@marketplace/contracts/billing/schemas'
import { formatDate } from '@marketplace/domain/dates'

const require = createRequire(import.meta.url)
// A font with Latin, Greek, Cyrillic and more; the fonts that every reader has know Western European letters only.
const REGULAR = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
const BOLD = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')

const MARGIN = 48
const FONT_SIZE = 9
/** Characters of a text that are drawn. The longest take a few lines. */
const LONGEST = 300

type Pdf = InstanceType<typeof PdfFile>

/** A stranger's text as one bounded line. */
const plain = (text: string): string =>
  [...text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')].slice(0, LONGEST).join('').trim()

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const money = (cents: number): string => dollars.format(cents / 100)
const dayOf = (instant: string): string => formatDate(new Date(instant))

const partyLines = ({ name, street, city, zip, state, country, vat_id: vatId, email }: InvoiceDocument['seller']): string[] =>
  [name, street, [zip, city, state].filter(Boolean).join(' '), country, vatId && `Tax number ${vatId}`, email]
    .map((line) => plain(line ?? ''))
    .filter(Boolean)

const NO_BORDER = { border: 0, padding: [2, 0] } satisfies PDFKit.Mixins.CellStyle
const RIGHT = { x: 'right', y: 'top' } as const

/** The cells are read out in the order of the table, with the heads of their columns. */
const drawLines = (pdf: Pdf, part: PDFKit.PDFStructureElement, { lines }: InvoiceDocument): void => {
  const head = ['Description', 'Quantity', 'Unit price', 'Discount', 'Net', 'Tax', 'Total']
  const columnStyles = [158, 52, 68, 58, 58, 44, 61].map((width, index) => ({
    width,
    padding: [4, 2] as [number, number],
    border: [0, 0, 0.5, 0] as [number, number, number, number],
    borderColor: '#767676',
    ...(index > 0 && { align: RIGHT }),
  }))
  pdf.table({
    structParent: part,
    columnStyles,
    data: [
      head.map((text) => ({ text, type: 'TH' as const, scope: 'Column' as const, font: { src: BOLD, size: FONT_SIZE } })),
      ...lines.map((line) => {
        const end = line.period_end && ` to ${dayOf(line.period_end)}`
        return [
          `${plain(line.description)}\n${dayOf(line.period_start)}${end ?? ''}`,
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

/** The number of each page, which is no part of the text that is read out. */
const numberPages = (pdf: Pdf, number: string): void => {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    // The text stands in the margin, which would otherwise begin another page.
    pdf.page.margins.bottom = 0
    const text = `${number}, page ${page + 1} of ${count}`
    pdf.markContent('Artifact', { type: 'Pagination' })
    pdf
      .font(REGULAR, FONT_SIZE - 1)
      .text(text, MARGIN, pdf.page.height - MARGIN / 1.5, { align: 'right', lineBreak: false, width: 499 })
    pdf.endMarkedContent()
  }
}

/** Draws a document as a tagged PDF file. The same document gives the same bytes. */
export const drawPdf = (document: InvoiceDocument): Promise<Buffer> => {
  const title = `${document.kind === 'invoice' ? 'Invoice' : 'Credit note'} ${document.number}`
  const issuedAt = new Date(document.issued_at)
  const pdf = new PdfFile({
    size: 'A4',
    margin: MARGIN,
    pdfVersion: '1.7',
    lang: 'en',
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    font: REGULAR,
    info: { Title: title, Author: plain(document.seller.name), CreationDate: issuedAt, ModDate: issuedAt },
  })
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => void chunks.push(chunk))
    pdf.on('error', reject)
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
  })

  const whole = pdf.struct('Document')
  pdf.addStructure(whole)
  const say = (tag: string, text: string, font = REGULAR, size = FONT_SIZE) =>
    whole.add(pdf.struct(tag, {}, () => void pdf.font(font, size).text(text, MARGIN)))
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
  whole.end()
  numberPages(pdf, document.number)
  pdf.end()
  return finished
}
