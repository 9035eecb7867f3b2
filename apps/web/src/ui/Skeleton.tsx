import { classNames } from './class-names.ts'

/** A grey shape in place of loading content. The element around it informs screen readers. */
export const Skeleton = ({ className }: { className: string }) => (
  <div aria-hidden className={classNames('skeleton', !className.includes('rounded') && 'rounded-sm', className)} />
)
