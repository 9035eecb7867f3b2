/** A whole number in English notation: "1,069". `Intl` would have to load its data first, which blocks a phone for a tenth of a second. */
export const grouped = (value: number): string => String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

/** "1 app", "1,069 apps". */
export const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
