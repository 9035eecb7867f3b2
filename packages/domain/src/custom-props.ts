import type { CustomProps } from '@marketplace/contracts/catalogue/schemas'
import { NUMERIC_TEXT } from '@marketplace/contracts/core/numeric-text'
import { parseUtcDay, startOfUtcDay } from './dates.ts'

/** Anything with custom properties. A property that was never set is absent. */
export type WithCustomProps = { customProps: CustomProps }

/**
 * Whether a custom property is switched on. Flags are the strings "true" and "false" (docs/product/catalogue.md, Custom properties), so
 * anything but exactly "true" is off.
 */
export const isFlagSet = (customProps: CustomProps, name: string): boolean => customProps[name] === 'true'

/**
 * A numeric custom property; null if it is missing or not a finite number. A catalogue may write it as a number or as decimal text
 * (docs/product/catalogue.md, Custom properties).
 */
export const numericProp = (customProps: CustomProps, name: string): number | null => {
  const value = customProps[name]
  // Number() alone would read '' as 0, and would accept hexadecimal numbers and exponents, which are not used for orders and percentages.
  const number = typeof value === 'string' && NUMERIC_TEXT.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/**
 * The UTC day of a custom property, as its midnight. The property may be an ISO date or instant, a day without hyphens (20261103), or
 * seconds or milliseconds since 1970, each as a number or as text. Null if it is missing or anything else.
 */
export const dayProp = (customProps: CustomProps, name: string): Date | null => {
  const text = String(customProps[name] ?? '').trim()
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? []
  if (year) return parseUtcDay(`${year}-${month}-${day}`)
  // Present instants have ten digits in seconds and thirteen in milliseconds.
  if (/^\d{10}$/.test(text)) return startOfUtcDay(new Date(Number(text) * 1000))
  return /^\d{13}$/.test(text) ? startOfUtcDay(new Date(Number(text))) : parseUtcDay(text)
}
