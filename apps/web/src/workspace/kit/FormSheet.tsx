import { zodResolver } from '@hookform/resolvers/zod'
import { plainIssue } from '@marketplace/contracts/core/plain-issue'
import { type FormEvent, type ReactNode, useId } from 'react'
import { type DefaultValues, type FieldValues, type Path, type PathValue, useForm, useFormState, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useOneRun } from '../../lib/use-one-run.ts'
import { Button } from '../../ui/Button.tsx'
import { LeaveQuestion } from './LeaveQuestion.tsx'
import { placeFailure, sentenceOf } from './place-failure.ts'
import { SideSheet } from './SideSheet.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

/** The properties that a form's fields need. */
type Fields<Body extends FieldValues> = {
  values: Body
  set: <Name extends Path<Body>>(name: Name, value: PathValue<Body, Name>) => void
  /** The error message of a field. */
  problemOf: (name: Path<Body>) => string | undefined
}

type Props<Body extends FieldValues> = {
  title: string
  /** The schema of the endpoint's body, so that the form applies the same rules as the endpoint. */
  schema: z.ZodType<Body, Body>
  values: DefaultValues<Body>
  /** The label of the button. */
  submit: string
  /** Sends the form. An error is shown at its field, or above the buttons. */
  save: (body: Body) => Promise<unknown>
  /** The name of the unsaved input, for the question about leaving: "who may use it". */
  what: string
  /** Whether the data that the form needs has loaded. */
  ready?: boolean
  onClose: () => void
  children: (fields: Fields<Body>) => ReactNode
}

/** A form in a side sheet. However often the button is pressed, the form is sent once. It asks before unsaved input is lost. */
export const FormSheet = <Body extends FieldValues>({
  title,
  schema,
  values: given,
  submit,
  save,
  what,
  ready = true,
  onClose,
  children,
}: Props<Body>) => {
  const id = useId()
  const form = useForm<Body>({ resolver: zodResolver(schema, { error: plainIssue }), defaultValues: given })
  const { isDirty, errors } = useFormState(form)
  const values = useWatch(form) as Body
  const guard = useLeaveGuard(isDirty, onClose)
  const { busy, once } = useOneRun()
  const submitForm = form.handleSubmit(async (body) => {
    await save(body)
    onClose()
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    void once(submitForm, (error) => placeFailure(form, error))
  }
  const leave = () => (isDirty && !busy ? guard.ask() : onClose())
  const problem = errors.root?.message
  return (
    <>
      <SideSheet
        // The question about leaving replaces the sheet. The input is kept for the case that the person stays.
        open={!guard.asking}
        onClose={leave}
        title={title}
        actions={
          <>
            {problem && (
              <p role="alert" className="basis-full text-sm text-danger">
                {problem}
              </p>
            )}
            <Button variant="secondary" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" form={id} disabled={busy || !ready} aria-busy={busy}>
              {submit}
            </Button>
          </>
        }
      >
        <form id={id} noValidate onSubmit={send}>
          {children({
            values,
            set: (name, value) => form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted }),
            problemOf: (name) => sentenceOf(form.getFieldState(name, { ...form.formState, errors }).error?.message),
          })}
        </form>
      </SideSheet>
      <LeaveQuestion guard={guard} what={what} />
    </>
  )
}
