import { ADDRESSES } from './addresses.ts'

/** The screens of "My apps" besides the applications themselves. */
export const ESTATE_TABS = ['access', 'activity', 'rules', 'receipts'] as const
export type EstateTab = (typeof ESTATE_TABS)[number]
export const isEstateTab = (text: string | undefined): text is EstateTab => ESTATE_TABS.some((tab) => tab === text)

export const estatePaths = {
  tab: (tab: EstateTab): string => `${ADDRESSES.myApps}${tab}/`,
  /** The record of an uninstall. */
  receipt: (id: string): string => `${ADDRESSES.myApps}receipts/${encodeURIComponent(id)}/`,
}
