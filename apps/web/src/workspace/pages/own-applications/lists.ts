import { FileClock, LockKeyhole } from 'lucide-react'
import { useLocation } from 'react-router'
import { paths } from '../../../lib/paths.ts'

const PRIVATE = {
  endpoint: 'GET /applications/private',
  icon: LockKeyhole,
  failed: "Apps list couldn't be loaded",
  intro: 'Only your organization can see these apps. No list of the marketplace shows them.',
  empty: 'No private apps',
  why: 'Apps that your organization builds for itself are listed here.',
  signIn: 'Sign in to see the apps that only your organization can use.',
} as const

/** The texts and the filter of each list of applications that are not public. */
export const LISTS = {
  private: { ...PRIVATE, path: paths.privateApp },
  'embedded-private': { ...PRIVATE, path: paths.embeddedPrivateApp },
  'in-review': {
    endpoint: 'GET /applications/reviewed',
    path: paths.inReviewApp,
    icon: FileClock,
    failed: "In review app list couldn't be loaded",
    intro: 'Submitted and waiting for our reviewers, the longest waiting first.',
    empty: 'Nothing is in review',
    why: 'Apps that you submit for review are listed here until our reviewers have decided.',
    signIn: 'Sign in to see which of your apps are in review.',
  },
} as const

export type OwnList = keyof typeof LISTS

const BY_SECTION: ReadonlyMap<string, OwnList | 'embedded'> = new Map([
  ['private-apps', 'private'],
  ['in-review-apps', 'in-review'],
  ['embedded-apps', 'embedded'],
  ['embedded-private-apps', 'embedded-private'],
] as const)

/** The list at the current address. `embedded` is the list of public applications for a host product's pages. */
export const useListName = (): OwnList | 'embedded' => BY_SECTION.get(useLocation().pathname.split('/')[1] ?? '') ?? 'embedded'
