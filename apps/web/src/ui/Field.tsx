import { useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type FieldControl = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type Props = {
  label: string
  hint?: string
  error?: string
  inline?: boolean
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** A form control with its label, hint and error message. */
export const Field = ({ label, hint, error, inline = false, className, children }: Props) => {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={classNames('flex gap-x-3 gap-y-1.5', inline ? 'items-center' : 'flex-col', className)}>
      <label htmlFor={id} className={classNames('text-sm whitespace-nowrap', inline ? 'text-muted' : 'font-semibold')}>
        {label}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
