import type { BootData } from '@marketplace/contracts/pages/site-data'
import { escapeJson } from '../../lib/escape-json.ts'
import type { Bytes } from '@marketplace/contracts/core/composed-body'
import { bytesOf, type ByteWriter } from './byte-writer.ts'

const known = new WeakMap<object, Bytes>()

/** The cached JSON of an object that many pages share: the site, and each card. */
const keptJson = (value: object): Bytes => {
  const found = known.get(value)
  if (found) return found
  const json = bytesOf(escapeJson(value))
  known.set(value, json)
  return json
}

/** The JSON of an object without its closing brace, so that a property can be appended. */
const open = (value: object): string => {
  const json = escapeJson(value)
  return json === '{}' ? '{' : `${json.slice(0, -1)},`
}

/** Writes the boot block, the data with which the browser hydrates the page. It leaves out the structured data, which is in the head. */
export const writeBootBlock = (writer: ByteWriter, boot: BootData): void => {
  const { site, page, ...rest } = boot
  const { result, ...place } = page
  const { cards, ...others } = { cards: null, ...result, meta: { ...result.meta, structuredData: [] } }
  writer.text(`<script type="application/json" id="boot">${open(rest)}"site":`)
  writer.bytes(keptJson(site))
  writer.text(`,"page":${open(place)}"result":`)
  if (cards === null) writer.text(escapeJson(others))
  else {
    writer.text(`${open(others)}"cards":[`)
    for (const [index, card] of cards.entries()) {
      if (index > 0) writer.text(',')
      writer.bytes(keptJson(card))
    }
    writer.text(']}')
  }
  writer.text('}}</script>')
}
