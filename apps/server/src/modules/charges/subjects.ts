import type { AttemptSubject } from '../billing/index.ts'
import { changeSubject } from './changes/change-subject.ts'
import type { TellDependencies } from './renewals/dependencies.ts'
import { renewalSubject } from './renewals/renewal-subject.ts'

/** The subjects that deliver and settle attempts of these kinds. */
export const chargesSubjects = (dependencies: TellDependencies): Record<'renewal' | 'change', AttemptSubject> => ({
  renewal: renewalSubject(dependencies),
  change: changeSubject(dependencies),
})
