import type { UninstallReceipt } from '@marketplace/contracts/installs/receipt-schemas'
import { mailAddress, webAddress } from '@marketplace/domain/application-addresses'
import { receiptSections } from '@marketplace/domain/receipt-words'
import { ExternalButtonLink } from '../../ui/Button.tsx'

/** The contacts of the developer for deleting the customer's data. Developers write them, so only web addresses become links. */
const Contacts = ({ developer }: { developer: NonNullable<UninstallReceipt['developer']> }) => {
  const { name, email, website, privacy_policy: policy } = developer
  const links = [
    { text: 'Privacy policy', href: webAddress(policy)?.href },
    { text: `Website of ${name}`, href: webAddress(website)?.href },
  ]
  return (
    <div className="mt-4">
      {email && (
        <p className="mb-3">
          Ask {name} to delete what they keep:{' '}
          <a href={mailAddress(email)} className="underline underline-offset-4">
            {email}
          </a>
        </p>
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {links.map(
          ({ text, href }) =>
            href && (
              <ExternalButtonLink key={text} href={href} variant="secondary">
                {text}
              </ExternalButtonLink>
            ),
        )}
      </div>
    </div>
  )
}

/** The receipt of an uninstall: what has ended, and what continues. */
export const ReceiptText = ({ receipt }: { receipt: UninstallReceipt }) => (
  <>
    {receiptSections(receipt).map(({ title, lines }) => (
      <section key={title} className="mt-6 first:mt-0">
        <h3 className="text-base font-semibold">{title}</h3>
        <ul className="mt-2 space-y-1.5">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
    ))}
    {receipt.developer && <Contacts developer={receipt.developer} />}
  </>
)
