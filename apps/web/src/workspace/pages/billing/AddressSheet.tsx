import { type BillingAddress, billingAddressBodySchema } from '@marketplace/contracts/billing/schemas'
import { Field, type FieldControl } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'
import { useChange } from '../../data/use-endpoint.ts'
import { FormSheet } from '../../kit/FormSheet.tsx'
import { countryChoices } from '../buying/countries.ts'

const FIELDS = [
  { name: 'name', label: 'Name of the organization', autoComplete: 'organization' },
  { name: 'street', label: 'Street', autoComplete: 'street-address' },
  { name: 'zip', label: 'Zip or postal code', autoComplete: 'postal-code' },
  { name: 'city', label: 'City', autoComplete: 'address-level2' },
  { name: 'vat_id', label: 'VAT id', autoComplete: 'off' },
] as const

type Props = { address: BillingAddress; onClose: () => void }

/** The form for the billing address, which invoices show and which determines taxes. */
export const AddressSheet = ({ address: { state: _, country, ...address }, onClose }: Props) => {
  const change = useChange('billing', 'PUT /account/address', {
    stale: [['billing', 'GET /account']],
    done: () => 'Saved.',
  })
  return (
    <FormSheet
      title="Billing address"
      schema={billingAddressBodySchema}
      values={{ ...address, country: country ?? '' }}
      submit="Save"
      save={(body) => change({ body })}
      what="the billing address"
      onClose={onClose}
    >
      {({ values, set, problemOf }) => {
        const errorOf = (name: Parameters<typeof problemOf>[0]) => {
          const error = problemOf(name)
          return error ? { error } : {}
        }
        const input = (control: FieldControl, name: (typeof FIELDS)[number]['name'], autoComplete: string) => (
          <input
            {...control}
            value={values[name] ?? ''}
            maxLength={160}
            autoComplete={autoComplete}
            onChange={(event) => set(name, event.target.value || null)}
            className="min-h-10 w-full rounded-control border border-control bg-surface px-3 text-sm aria-invalid:border-danger"
          />
        )
        return (
          <div className="space-y-4 pb-2">
            <Field label="Country" {...errorOf('country')}>
              {(control) => (
                <Select
                  {...control}
                  value={values.country}
                  autoComplete="country"
                  onChange={(event) => set('country', event.target.value)}
                  options={[...(values.country ? [] : [{ value: '', label: 'Choose a country' }]), ...countryChoices()]}
                />
              )}
            </Field>
            {FIELDS.map(({ name, label, autoComplete }) => (
              <Field key={name} label={label} {...errorOf(name)}>
                {(control) => input(control, name, autoComplete)}
              </Field>
            ))}
          </div>
        )
      }}
    </FormSheet>
  )
}
