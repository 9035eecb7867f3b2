// Statements and payouts of developers. The rules are in docs/product/buying.md, What developers are owed.
import { z } from 'zod'
import { id, instant } from '../core/fields.ts'
import { cents } from './schemas.ts'

/** Cents. A refund after a payout makes the balance negative. */
const balance = z.int()

export const PAYOUT_STATES = ['held', 'pending', 'in_transit', 'paid', 'failed', 'cancelled'] as const

export const payoutSchema = z
  .object({
    id,
    developer: z.object({ id, name: z.string() }),
    amount: cents,
    state: z.enum(PAYOUT_STATES),
    reference: z.string().nullable().meta({ description: 'How the bank’s statement names it' }),
    note: z.string().nullable(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Payout' })
export type Payout = z.output<typeof payoutSchema>

export const developerBalanceSchema = z
  .object({
    developer: z.object({ id, name: z.string() }),
    owed: balance.meta({ description: 'Cents, less what is on its way' }),
    available: balance.meta({ description: 'What of it can be paid now' }),
    on_its_way: cents.meta({ description: 'Payouts that are neither paid nor ended' }),
    paid: cents.meta({ description: 'Everything that was paid until now' }),
    currency: z.literal('usd'),
  })
  .meta({ id: 'DeveloperBalance' })
export type DeveloperBalance = z.output<typeof developerBalanceSchema>

const statementLine = z.object({
  at: instant,
  kind: z.enum(['sale', 'refund', 'dispute', 'payout']),
  description: z.string(),
  sale: id.nullable(),
  capture: z.string().nullable().meta({ description: 'The capture at the payment provider' }),
  gross: balance.meta({ description: 'What the customer paid or got back, tax included' }),
  tax: balance,
  commission: balance,
  amount: balance.meta({ description: 'What it adds to the balance' }),
  available_at: instant,
})

export const statementSummarySchema = z
  .object({
    month: z.string().meta({ description: 'Such as 2026-11' }),
    issued_at: instant,
    opening: balance,
    closing: balance,
    sales: balance,
    refunds: balance,
    payouts: balance,
    currency: z.literal('usd'),
  })
  .meta({ id: 'StatementSummary' })
export type StatementSummary = z.output<typeof statementSummarySchema>

/** The statement of a developer's month, as it was issued. */
export const statementSchema = statementSummarySchema
  .extend({ developer: z.object({ id, name: z.string() }), lines: z.array(statementLine) })
  .meta({ id: 'Statement' })
export type Statement = z.output<typeof statementSchema>

/** What is stored when a statement is issued. Its page and PDF are made from this alone. */
export type StatementDocument = Statement
