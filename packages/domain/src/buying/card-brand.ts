const NAMES: ReadonlyMap<string, string> = new Map([
  ['visa', 'Visa'],
  ['master', 'Mastercard'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['american express', 'American Express'],
])

/** The name of a card's brand as people write it. A brand that is not known stays as the provider writes it. */
export const brandName = (brand: string): string => NAMES.get(brand) ?? brand
