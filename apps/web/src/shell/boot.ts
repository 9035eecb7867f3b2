import type { BootData } from '@marketplace/contracts/pages/site-data'

/** What the server has put into the document for the browser to start from. */
export const readBoot = <Boot>(): Boot => {
  const text = document.getElementById('boot')?.textContent
  if (!text) throw new Error('The document carries no boot block')
  return JSON.parse(text) as Boot
}

/** A variant's home without its slash is the same page; the router knows it with one. */
export const settleAddress = ({ basename }: Pick<BootData, 'basename'>): void => {
  const { pathname, search, hash } = window.location
  if (basename && pathname === basename) window.history.replaceState(window.history.state, '', `${basename}/${search}${hash}`)
}

/** The router's basename: with the trailing slash, so that the link to a variant's home has it too. */
export const routerBasename = (basename: string): string => `${basename}/`
