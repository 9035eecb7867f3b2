import { join } from 'node:path'
import type { InvoiceDocument } from '@marketplace/contracts/billing/schemas'
import { boundedWork } from '../../../adapters/bounded-work.ts'
import type { Queryable } from '../../../db/client.ts'
import type { ReadAttachment } from '../../mail/index.ts'
import { findDocument, type InvoiceRecord } from './repository.ts'

/** Draws a document in a child process, two at a time; others wait. */
export const renderPdf = boundedWork<InvoiceDocument, Uint8Array>({
  file: join(import.meta.dirname, 'pdf-worker.ts'),
  atOnce: 2,
  seconds: 20,
})

const PREFIX = 'document:'

/** The attachment name under which a mail refers to a document. The file is not stored but drawn when the mail is sent. */
export const attachmentOf = ({ id }: Pick<InvoiceRecord, 'id'>): string => `${PREFIX}${id}`

/** Draws the attached documents of mails. */
export const readDocumentAttachment =
  (database: Queryable): ReadAttachment =>
  async (attachment) => {
    const found = attachment.startsWith(PREFIX) ? await findDocument(database, attachment.slice(PREFIX.length)) : null
    if (!found) throw new Error(`there is no document ${attachment}`)
    const content = Buffer.from(await renderPdf(found.document))
    return { filename: `${found.document.number}.pdf`, contentType: 'application/pdf', content }
  }
