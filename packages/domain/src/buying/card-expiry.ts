import { addUtcDays } from '../dates.ts'

/** So many days before its end a card counts as expiring. */
export const SOON_DAYS = 30

/** The instant from which a card cannot be charged: it is good to the end of its month. */
export const cardEnd = ({ expiryMonth, expiryYear }: { expiryMonth: number; expiryYear: number }): Date =>
  new Date(Date.UTC(expiryYear, expiryMonth, 1))

/** Whether a card expires within 30 days, or has expired. */
export const expiresSoon = (card: { expiryMonth: number; expiryYear: number }, now: Date): boolean =>
  addUtcDays(cardEnd(card), -SOON_DAYS) <= now
