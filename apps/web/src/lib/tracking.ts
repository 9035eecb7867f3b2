let arrival = ''
/** Takes note of the search of the address that this document was opened with: it says where the person came from. */
export const noteArrival = (search: string): void => {
  arrival = search
}
/** It is stored nowhere without consent. */
export const arrivedWith = (): string => arrival
