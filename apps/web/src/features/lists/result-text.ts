import type { Pagination } from '@marketplace/contracts/pages/parts'
import { counted } from '../../ui/counted.ts'

/** "25–48 of 1,069" where there are several pages, "12 results" where there is one. */
export const resultText = ({ from, to, total, pages }: Pagination): string => {
  const number = (value: number) => value.toLocaleString('en-US')
  return pages > 1 ? `${number(from)}–${number(to)} of ${number(total)}` : counted(total, 'result')
}
