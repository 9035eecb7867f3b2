/** The host name of a web address, for display: "northwind.example". */
export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host.replace(/^www\./, '') : address)
