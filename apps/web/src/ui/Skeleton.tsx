import { classNames } from './class-names.ts'

/** The shape of something that is on its way. Its surroundings say so to screen readers. */
export const Skeleton = ({ className }: { className: string }) => (
  <div aria-hidden className={classNames('skeleton', !className.includes('rounded') && 'rounded-sm', className)} />
)
