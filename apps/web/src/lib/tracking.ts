let arrival = ''
/** Remembers the search of this document's first address, with its utm parameters. */
export const noteArrival = (search: string): void => {
  arrival = search
}
/** It is kept in memory only, unless the person has consented. */
export const arrivedWith = (): string => arrival
