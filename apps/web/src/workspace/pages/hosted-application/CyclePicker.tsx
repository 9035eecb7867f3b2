const CYCLES = [
  { months: 1, label: 'Billed monthly' },
  { months: 12, label: 'Billed annually' },
]

/** The choice of the billing cycle. The application offers another charge for another cycle. */
export const CyclePicker = ({ months, onPick }: { months: number; onPick: (months: number) => void }) => (
  <fieldset className="mb-4 grid gap-2 text-sm">
    <legend className="mb-1 font-semibold">How often</legend>
    {CYCLES.map((cycle) => (
      <label key={cycle.months} className="flex min-h-8 items-center gap-2">
        <input
          type="radio"
          name="billing-cycle"
          checked={cycle.months === months}
          onChange={() => onPick(cycle.months)}
          className="size-4 accent-primary"
        />
        {cycle.label}
      </label>
    ))}
  </fieldset>
)
