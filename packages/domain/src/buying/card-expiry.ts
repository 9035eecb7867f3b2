import { addUtcDays } from '../dates.ts'

/** A card counts as expiring this many days before its end. */
export const SOON_DAYS = 30

/** The instant from which a card cannot be charged: the end of its month (UTC). */
export const cardEnd = ({ expiryMonth, expiryYear }: { expiryMonth: number; expiryYear: number }): Date =>
  new Date(Date.UTC(expiryYear, expiryMonth, 1))

/** Whether a card expires within SOON_DAYS, or has expired. */
export const expiresSoon = (card: { expiryMonth: number; expiryYear: number }, now: Date): boolean =>
  addUtcDays(cardEnd(card), -SOON_DAYS) <= now
