import type { PriceText } from '@marketplace/contracts/pages/parts'
import { classNames } from '../../ui/class-names.ts'

/** The amount and what stands behind it: "$12" and "/mo per agent"; a word alone is all amount. */
const split = (text: string): [amount: string, unit: string] => {
  const end = text.search(/\D*$/)
  return end > 0 ? [text.slice(0, end), text.slice(end)] : [text, '']
}

/** What it costs, in one line: the price, and the struck one that a discount has replaced. */
export const PriceLine = ({
  price,
  className,
  unitClassName,
}: {
  price: PriceText
  className?: string
  unitClassName?: string
}) => {
  const [amount, unit] = split(price.text)
  return (
    <span className={className}>
      {price.old && (
        <>
          <span className="sr-only">Was </span>
          <s className="me-1.5 text-muted tabular-nums">{price.old}</s>
          <span className="sr-only">, now </span>
        </>
      )}
      <span className={classNames('font-semibold tabular-nums', price.old && 'text-positive')}>{amount}</span>
      {unit && <span className={unitClassName}>{unit}</span>}
    </span>
  )
}
