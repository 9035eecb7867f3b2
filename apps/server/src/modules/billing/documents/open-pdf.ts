import { createRequire } from 'node:module'
import PdfFile from 'pdfkit'

const require = createRequire(import.meta.url)
// A font with Latin, Greek, Cyrillic and more: the built-in fonts of PDF readers cover Western European letters only.
export const REGULAR = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
export const BOLD = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')

export const MARGIN = 48
export const FONT_SIZE = 9
/** The most characters of a text that are drawn; they take a few lines. */
const LONGEST = 300

export type Pdf = InstanceType<typeof PdfFile>

/** An untrusted text as one line of limited length. */
export const pdfLine = (text: string): string =>
  [...text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')].slice(0, LONGEST).join('').trim()

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
export const dollarsOf = (cents: number): string => dollars.format(cents / 100)

export const RIGHT = { x: 'right', y: 'top' } as const
/** A cell of a table with a line below it. */
export const ruledCell = {
  padding: [4, 2] as [number, number],
  border: [0, 0, 0.5, 0] as [number, number, number, number],
  borderColor: '#767676',
}

/** Adds the number to each page. Screen readers skip it. */
const numberPages = (pdf: Pdf, name: string): void => {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    // The number is in the bottom margin, where text would otherwise start another page.
    pdf.page.margins.bottom = 0
    const text = `${name}, page ${page + 1} of ${count}`
    pdf.markContent('Artifact', { type: 'Pagination' })
    pdf
      .font(REGULAR, FONT_SIZE - 1)
      .text(text, MARGIN, pdf.page.height - MARGIN / 1.5, { align: 'right', lineBreak: false, width: 499 })
    pdf.endMarkedContent()
  }
}

type Opened = {
  pdf: Pdf
  /** The structure element that contains everything that screen readers read. */
  whole: PDFKit.PDFStructureElement
  say: (tag: string, text: string, font?: string, size?: number) => void
  /** Ends the file. Each page shows this name beside its number. */
  finish: (name: string) => Promise<Buffer>
}

/** Begins a tagged PDF file. The same drawing gives the same bytes. */
export const openPdf = ({ title, author, at }: { title: string; author: string; at: Date }): Opened => {
  const pdf = new PdfFile({
    size: 'A4',
    margin: MARGIN,
    pdfVersion: '1.7',
    lang: 'en',
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    font: REGULAR,
    info: { Title: title, Author: pdfLine(author), CreationDate: at, ModDate: at },
  })
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => void chunks.push(chunk))
    pdf.on('error', reject)
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
  })
  const whole = pdf.struct('Document')
  pdf.addStructure(whole)
  return {
    pdf,
    whole,
    say: (tag, text, font = REGULAR, size = FONT_SIZE) =>
      void whole.add(pdf.struct(tag, {}, () => void pdf.font(font, size).text(text, MARGIN))),
    finish: (name) => {
      whole.end()
      numberPages(pdf, name)
      pdf.end()
      return finished
    },
  }
}
