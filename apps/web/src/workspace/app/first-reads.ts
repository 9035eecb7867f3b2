/** What a screen reads first: the API and the path there. */
type Read = readonly [api: 'product' | 'billing', path: string]

/** The first reads of the screens at which people wait most, by their path within the variant. */
const FIRST_READS: readonly (readonly [path: RegExp, reads: (id: string) => readonly Read[]])[] = [
  [/^\/cart\//, () => [['product', '/products-carts/open']]],
  [
    /^\/checkout\/cart\/([\w-]+)\/$/,
    (id) => [
      ['product', `/products-carts/${id}`],
      ['billing', '/account'],
    ],
  ],
]

/** What the screen at this path reads first; empty if that is not known. */
export const firstReads = (path: string): readonly Read[] => {
  for (const [pattern, reads] of FIRST_READS) {
    const found = pattern.exec(path)
    if (found) return reads(found[1] ?? '')
  }
  return []
}
