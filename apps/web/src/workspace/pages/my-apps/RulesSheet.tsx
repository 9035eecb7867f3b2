import {
  type ApplicationRules,
  applicationRulesBodySchema,
  MOST_REASON_LETTERS,
} from '@marketplace/contracts/application-rules/schemas'
import { USUAL_REASON } from '@marketplace/domain/application-list'
import { useState } from 'react'
import type { z } from 'zod'
import { Field } from '../../../ui/Field.tsx'
import { useChange } from '../../data/use-endpoint.ts'
import { Choices } from '../../kit/choices.tsx'
import { FormSheet } from '../../kit/FormSheet.tsx'
import { ApplicationPicker } from './ApplicationPicker.tsx'

/** The API allows properties to be left out, but the form always sends all of them. */
const schema = applicationRulesBodySchema.required() as unknown as z.ZodType<Body, Body>
type Body = z.output<typeof applicationRulesBodySchema>

const MODES = [
  ['off', 'Every app'],
  ['allow', 'Only those that I list'],
  ['block', 'All but those that I list'],
] as const

/** The form for the list of allowed or blocked applications. */
export const RulesSheet = ({ rules, onClose }: { rules: ApplicationRules; onClose: () => void }) => {
  const change = useChange('product', 'PUT /organizations/my/rules', {
    stale: [
      ['product', 'GET /organizations/my/rules'],
      ['product', 'GET /organizations/my/applications'],
    ],
    done: ({ mode }) => (mode === 'off' ? 'Saved: every app is allowed.' : 'Saved. It holds from now on.'),
  })
  const [names, setNames] = useState(new Map(rules.applications.map(({ id, name }) => [id, name])))
  const { mode, reason, revision } = rules
  return (
    <FormSheet<Body>
      title="Rules for apps"
      schema={schema}
      values={{ mode, reason, revision, applications: rules.applications.map(({ id }) => id) }}
      submit="Save"
      save={(body) => change({ body })}
      what="the rules for apps"
      onClose={onClose}
    >
      {({ values, set, problemOf }) => (
        <div className="space-y-6">
          <div>
            <h3 className="mb-1 text-sm font-semibold">What people may install and buy</h3>
            <Choices
              legend="What people may install and buy"
              name="mode"
              choices={MODES.map(([value, label]) => ({
                label,
                chosen: values.mode === value,
                choose: () => set('mode', value),
              }))}
            />
          </div>
          {values.mode !== 'off' && (
            <>
              <ApplicationPicker
                label={values.mode === 'allow' ? 'Allowed apps' : 'Blocked apps'}
                chosen={values.applications.map((id) => ({ id, name: names.get(id) ?? id }))}
                onAdd={({ id, name }) => {
                  setNames(new Map(names).set(id, name))
                  set('applications', [...values.applications, id])
                }}
                onRemove={(id) =>
                  set(
                    'applications',
                    values.applications.filter((each) => each !== id),
                  )
                }
              />
              <Field
                label="Reason"
                hint={`People who are refused read this text. If it is empty, they read: “${USUAL_REASON}”`}
                {...(problemOf('reason') && { error: problemOf('reason') ?? '' })}
              >
                {(control) => (
                  <textarea
                    {...control}
                    rows={3}
                    maxLength={MOST_REASON_LETTERS}
                    value={values.reason}
                    // The reason is shown as one line, so line breaks become spaces.
                    onChange={(event) => set('reason', event.target.value.replaceAll(/\s/g, ' '))}
                    className="w-full rounded-control border border-control bg-surface px-3 py-2 text-sm"
                  />
                )}
              </Field>
            </>
          )}
          {problemOf('applications') && (
            <p role="alert" className="text-danger">
              {problemOf('applications')}
            </p>
          )}
        </div>
      )}
    </FormSheet>
  )
}
