import type { Pagination } from '@marketplace/contracts/pages/parts'
import { counted, grouped } from '../../ui/counted.ts'

/** "25–48 of 1,069" if there are several pages, "12 results" if there is one. */
export const resultText = ({ from, to, total, pages }: Pagination): string => {
  const number = (value: number) => grouped(value)
  return pages > 1 ? `${number(from)}–${number(to)} of ${number(total)}` : counted(total, 'result')
}
