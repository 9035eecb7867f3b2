import type { CustomProps } from '@marketplace/contracts/application'

/** Whatever carries custom properties; a property that was never set is absent. */
export type WithCustomProps = { customProps: CustomProps }

/**
 * Whether a custom property is switched on. Flags are the strings "true" and "false" (specification, section 3), so anything
 * but exactly "true" is off.
 */
export const isFlagSet = (customProps: CustomProps, name: string): boolean => customProps[name] === 'true'

/**
 * A numeric custom property, or null where it is missing or no finite number. A catalogue may hold it as a number or as its
 * decimal notation in a string (section 3: "all strings … plus numeric order, discountPercent").
 */
export const numericProp = (customProps: CustomProps, name: string): number | null => {
  const value = customProps[name]
  // Number() alone would read '' as 0 and take hexadecimal and exponents, which nobody writes into an order or a percentage.
  const number = typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
