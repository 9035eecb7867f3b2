const number = new Intl.NumberFormat('en-US')

/** "1 app", "1,069 apps". */
export const counted = (count: number, noun: string): string => `${number.format(count)} ${noun}${count === 1 ? '' : 's'}`
