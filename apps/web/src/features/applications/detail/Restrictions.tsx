import { LockKeyhole } from 'lucide-react'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/Icon.tsx'

/** Sentences about who may install the application. Empty if everybody with the permission to install may. */
export const Restrictions = ({ sentences, className }: { sentences: string[]; className?: string }) =>
  sentences.length > 0 && (
    <ul className={classNames('space-y-2 text-sm', className)}>
      {sentences.map((sentence) => (
        <li key={sentence} className="flex items-start gap-2.5">
          <Icon as={LockKeyhole} size={18} className="mt-px shrink-0 text-muted" />
          <span>{sentence}</span>
        </li>
      ))}
    </ul>
  )
