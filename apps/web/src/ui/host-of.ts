/** What a person reads of a web address: "northwind.example". */
export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host.replace(/^www\./, '') : address)
