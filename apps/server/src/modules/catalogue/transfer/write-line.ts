import type { CatalogueLine } from '@marketplace/contracts/catalogue/catalogue-line'
import { plansOf, trialDaysOf } from '@marketplace/domain/pricing'
import { slugify } from '@marketplace/domain/slugs'
import { newId } from '../../../core/ids.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { ApplicationRecord } from '../stored/records.ts'
import {
  insertApplication,
  type NewApplication,
  type NewPlan,
  replacePlans,
  replaceResources,
  updateApplication,
} from '../stored/repository.ts'
import { columnsOfLine, paymentOf, type LineReferences } from './columns-of-line.ts'
import type { ParsedLine } from './parse-line.ts'

export type WriteContext = {
  transaction: Transaction
  references: LineReferences
  pictures: ReadonlyMap<string, string>
  /** The columns of the rendered texts. */
  texts: Partial<NewApplication>
  now: Date
}

/** Writes one line: adds a new application, or changes the one with the same slug. */
export const writeLine = async (
  { line, raw }: ParsedLine,
  existing: ApplicationRecord | undefined,
  { transaction, references, pictures, texts, now }: WriteContext,
): Promise<void> => {
  const columns: Partial<NewApplication> = {
    ...columnsOfLine({ line, references, existing: existing ?? null }),
    ...texts,
    ...timestampsOf(line, existing, now),
    updatedAt: line.updatedAt ? new Date(line.updatedAt) : now,
    imported: { ...existing?.imported, ...raw },
    importedPictures: { ...existing?.importedPictures, ...Object.fromEntries(pictures) },
  }
  const id = existing?.id ?? newId()
  if (existing) await updateApplication(transaction, id, columns)
  else await insertApplication(transaction, { name: '', ...columns, id, slug: line.slug })

  const plans = plansOfLine(line, existing)
  if (plans) await replacePlans(transaction, id, plans, { now, newId })
  if (line.resources !== undefined) await replaceResources(transaction, id, resourcesOfLine(line.resources ?? []), newId)
}

/**
 * A new line without publishedAt is published by its import; submittedAt and acceptedAt default to publishedAt
 * (docs/product/import.md).
 */
export const timestampsOf = (
  line: CatalogueLine,
  existing: ApplicationRecord | undefined,
  now: Date,
): Partial<NewApplication> => {
  const stamp = (value: string | null | undefined, before: Date | null | undefined) =>
    value === undefined ? before : value === null ? null : new Date(value)
  const publishedAt = stamp(line.publishedAt, existing ? existing.publishedAt : now) ?? null
  const submittedAt = stamp(line.submittedAt, existing?.submittedAt ?? publishedAt) ?? null
  const acceptedAt = stamp(line.acceptedAt, existing?.acceptedAt ?? publishedAt) ?? null
  const created = line.createdAt ? new Date(line.createdAt) : (existing?.createdAt ?? submittedAt ?? publishedAt ?? now)
  return { publishedAt, submittedAt, acceptedAt, createdAt: created }
}

/** The plans that a line offers: those it lists, or those derived from its payment. Null if it has neither. */
export const plansOfLine = (line: CatalogueLine, existing: Pick<ApplicationRecord, 'imported'> | undefined): NewPlan[] | null => {
  if (line.plans) {
    const used = new Map<string, number>()
    return line.plans.map((plan) => {
      const base = `${plan.billingCycle}:${plan.pricingType}:${slugify(plan.name) || 'plan'}`
      const times = (used.get(base) ?? 0) + 1
      used.set(base, times)
      return {
        key: times === 1 ? base : `${base}:${times}`,
        name: plan.name,
        billingCycle: plan.billingCycle,
        pricingType: plan.pricingType,
        priceCents: plan.price,
        trialDays: trialDaysOf(plan.billingCycle, plan.trialDays ?? 0),
      }
    })
  }
  const listed = line.plans === undefined && Boolean(existing?.imported?.plans)
  if (listed || (line.payment === undefined && line.plans === undefined)) return null
  return plansOfPayment(line.payment ?? null)
}

const plansOfPayment = (payment: CatalogueLine['payment'] | null): NewPlan[] =>
  plansOf(payment ? paymentOf(payment) : null).map(({ price, ...plan }) => ({ ...plan, priceCents: price }))

/** The resources that a line lists. */
export const resourcesOfLine = (resources: NonNullable<CatalogueLine['resources']>) =>
  resources.map(({ name, description, url, multiplied, price, perAgent, months }) => ({
    name,
    description: description ?? null,
    url: url ?? null,
    multiplied,
    priceCents: price,
    perAgent,
    months,
  }))
