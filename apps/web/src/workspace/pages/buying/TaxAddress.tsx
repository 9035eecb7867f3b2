import { LONGEST_ZIP, VAT_ID_FORM } from '@marketplace/contracts/billing/place-rules'
import { isVatIdOf } from '@marketplace/domain/buying/vat-ids'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Field, type FieldControl } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'
import { countryChoices, countryLabel } from './countries.ts'

/** The parts of an address that determine the tax of a purchase. */
export type EnteredPlace = { country: string | null; zip: string | null; vatId: string | null }

const INPUT = 'min-h-10 w-full rounded-control border border-control bg-surface px-3 text-sm aria-invalid:border-danger'

const same = (a: EnteredPlace, b: EnteredPlace): boolean => a.country === b.country && a.zip === b.zip && a.vatId === b.vatId

const problemOf = ({ country, zip, vatId }: EnteredPlace): { field: keyof EnteredPlace; message: string } | null => {
  if (!country) return { field: 'country', message: 'Choose a country.' }
  if (country === 'US' && !/^\d{5}(?:-?\d{4})?$/.test(zip ?? ''))
    return { field: 'zip', message: 'A US zip has five digits, such as 75201.' }
  if (!vatId) return null
  if (!VAT_ID_FORM.test(vatId)) return { field: 'vatId', message: 'A VAT id begins with two letters, such as DE123456789.' }
  if (!isVatIdOf(country, vatId.toUpperCase()))
    return { field: 'vatId', message: `This is not a VAT id of ${countryLabel(country)}. Correct it, or leave it empty.` }
  return null
}

type Props = {
  place: EnteredPlace
  busy: boolean
  /** Why the server refused the address; null if it accepted it. */
  refused: string | null
  onChange: (place: EnteredPlace) => void
}

/**
 * Fields for the buyer's country, ZIP code and VAT id. The total changes once the server has computed the tax. The place that the server
 * stored replaces what was sent, and never what was typed since.
 */
export const TaxAddress = ({ place, busy, refused, onChange }: Props) => {
  const [entered, setEntered] = useState(place)
  const [stored, setStored] = useState(place)
  const [sent, setSent] = useState(place)
  const [problem, setProblem] = useState<ReturnType<typeof problemOf>>(null)
  if (!same(place, stored)) {
    setStored(place)
    if (same(entered, sent)) {
      setEntered(place)
      setSent(place)
    }
  }
  const set = (change: Partial<EnteredPlace>) => {
    setEntered({ ...entered, ...change })
    setProblem(null)
  }
  const errorOf = (field: keyof EnteredPlace) => (problem?.field === field ? { error: problem.message } : {})
  const text = (control: FieldControl, field: 'zip' | 'vatId', autoComplete: string) => (
    <input
      {...control}
      value={entered[field] ?? ''}
      maxLength={field === 'zip' ? LONGEST_ZIP : 40}
      autoComplete={autoComplete}
      onChange={(event) => set({ [field]: event.target.value.trim() || null })}
      className={INPUT}
    />
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // People type VAT ids in groups, with spaces.
    const next = { ...entered, vatId: entered.vatId?.replaceAll(/\s/g, '') ?? null }
    const wrong = problemOf(next)
    setProblem(wrong)
    if (wrong) return
    setEntered(next)
    setSent(next)
    onChange(next)
  }
  const isChanged = !same(entered, place)
  return (
    <form onSubmit={submit} noValidate aria-label="Tax">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Country" className="sm:col-span-2" {...errorOf('country')}>
          {(control) => (
            <Select
              {...control}
              value={entered.country ?? ''}
              autoComplete="country"
              onChange={(event) => set({ country: event.target.value || null, zip: null, vatId: null })}
              options={[...(entered.country ? [] : [{ value: '', label: 'Choose a country' }]), ...countryChoices()]}
            />
          )}
        </Field>
        <Field label={entered.country === 'US' ? 'Zip' : 'Postal code'} {...errorOf('zip')}>
          {(control) => text(control, 'zip', 'postal-code')}
        </Field>
        <Field label="VAT id" hint="If your organization has one." {...errorOf('vatId')}>
          {(control) => text(control, 'vatId', 'off')}
        </Field>
      </div>
      {refused && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {refused}
        </p>
      )}
      {isChanged && (
        <p className="mt-4 flex flex-wrap items-center gap-3 text-sm">
          <Button type="submit" variant="secondary" disabled={busy} aria-busy={busy}>
            Update the tax
          </Button>
          <span className="text-muted">The total does not have this yet.</span>
        </p>
      )}
    </form>
  )
}
