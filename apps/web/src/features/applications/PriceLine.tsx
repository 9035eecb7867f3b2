import type { PriceText } from '@marketplace/contracts/pages/parts'
import { classNames } from '../../ui/class-names.ts'

/** Splits a price into amount and unit: "$12" and "/mo per agent". A single word is the amount. */
const split = (text: string): [amount: string, unit: string] => {
  const end = text.search(/\D*$/)
  return end > 0 ? [text.slice(0, end), text.slice(end)] : [text, '']
}

/** The price in one line, with the original price struck out if there is a discount. */
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
