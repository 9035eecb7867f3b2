import { zodResolver } from '@hookform/resolvers/zod'
import { plainIssue } from '@marketplace/contracts/core/plain-issue'
import { type FormEvent, type ReactNode, useId, useRef } from 'react'
import { type DefaultValues, type FieldValues, type Path, type PathValue, useForm, useFormState, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '../../ui/Button.tsx'
import { LeaveQuestion } from './LeaveQuestion.tsx'
import { placeFailure, sentenceOf } from './place-failure.ts'
import { SideSheet } from './SideSheet.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

/** What a form's fields are drawn with. */
type Fields<Body extends FieldValues> = {
  values: Body
  set: <Name extends Path<Body>>(name: Name, value: PathValue<Body, Name>) => void
  /** What is wrong with a field, as a sentence. */
  problemOf: (name: Path<Body>) => string | undefined
}

type Props<Body extends FieldValues> = {
  title: string
  /** The body of the endpoint that it is sent to: what that refuses is refused here already. */
  schema: z.ZodType<Body, Body>
  values: DefaultValues<Body>
  /** What the button does. */
  submit: string
  /** Sends it. What is thrown is shown at its field, or above the buttons. */
  save: (body: Body) => Promise<unknown>
  /** What is lost by leaving without it: "who may use it". */
  what: string
  /** Whether the data that the form needs has loaded. */
  ready?: boolean
  onClose: () => void
  children: (fields: Fields<Body>) => ReactNode
}

/** A form beside a list. It is sent once, however often the button is pressed, and asks before what was entered is lost. */
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
  const { isDirty, isSubmitting, errors } = useFormState(form)
  const values = useWatch(form) as Body
  const guard = useLeaveGuard(isDirty, onClose)
  const sending = useRef(false)
  const submitForm = form.handleSubmit(async (body) => {
    try {
      await save(body)
      onClose()
    } catch (error) {
      placeFailure(form, error)
    }
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (sending.current) return
    sending.current = true
    void submitForm().finally(() => {
      sending.current = false
    })
  }
  const leave = () => (isDirty && !isSubmitting ? guard.ask() : onClose())
  const problem = errors.root?.message
  return (
    <>
      <SideSheet
        // What was entered is the form's, and stands here again.
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
            <Button type="submit" form={id} disabled={isSubmitting || !ready} aria-busy={isSubmitting}>
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
