import type { BootData } from '@marketplace/contracts/pages/site-data'

/** The data that the server has written into the document. */
export const readBoot = <Boot>(): Boot => {
  const text = document.getElementById('boot')?.textContent
  if (!text) throw new Error('The document carries no boot block')
  return JSON.parse(text) as Boot
}

/** Adds the trailing slash to the address of a variant's start page, as the router expects it. */
export const settleAddress = ({ basename }: Pick<BootData, 'basename'>): void => {
  const { pathname, search, hash } = window.location
  if (basename && pathname === basename) window.history.replaceState(window.history.state, '', `${basename}/${search}${hash}`)
}

/** The router's basename. It ends with a slash, so that links to a variant's start page end with one too. */
export const routerBasename = (basename: string): string => `${basename}/`
