import type { UninstallReceipt } from '@marketplace/contracts/installs/receipt-schemas'
import { useParams } from 'react-router'
import { estatePaths } from '@marketplace/contracts/pages/estate-paths'
import { formatInstant } from '@marketplace/domain/dates'
import { ReceiptText } from '../../../features/installs/ReceiptText.tsx'
import { SignedIn } from '../../kit/SignedIn.tsx'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, useScreen } from '../../kit/Page.tsx'

const waiting = <Skeleton className="h-64 rounded-card" />

const Receipt = ({ receipt }: { receipt: UninstallReceipt }) => {
  const { application, at, by, reason } = receipt
  return (
    <>
      <Card className="max-w-3xl p-5 sm:p-8">
        <h2 className="text-xl font-semibold">
          {application.name} is {application.service ? 'deactivated' : 'uninstalled'}
        </h2>
        <p className="mt-1 wrap-anywhere text-muted">
          {formatInstant(at)}, by {by?.name ?? 'the marketplace'}
          {reason && (
            <>
              : “<bdi>{reason}</bdi>”
            </>
          )}
        </p>
        <div className="mt-6">
          <ReceiptText receipt={receipt} />
        </div>
      </Card>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={paths.myApps()}>Back to your apps</ButtonLink>
        <ButtonLink to={estatePaths.tab('receipts')} variant="secondary">
          All receipts
        </ButtonLink>
      </div>
    </>
  )
}

const LoadedReceipt = ({ id }: { id: string }) => (
  <Loaded
    query={useEndpoint('product', 'GET /organizations/my/receipts/{id}', { params: { id } })}
    failed="The receipt couldn't be loaded"
    waiting={waiting}
  >
    {(receipt) => <Receipt receipt={receipt} />}
  </Loaded>
)

/** The receipt of an uninstall: what has ended, and what continues. */
export const ReceiptPage = () => {
  const { id = '' } = useParams()
  return (
    <Page screen={useScreen()}>
      <SignedIn what="Sign in to see this receipt." waiting={waiting}>
        {() => <LoadedReceipt id={id} />}
      </SignedIn>
    </Page>
  )
}
