import type { UninstallReceipt } from '@marketplace/contracts/installs/receipt-schemas'
import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import { type ComponentType, type ReactNode, useState } from 'react'
import { InstallDialog } from './InstallDialog.tsx'
import { SettingsDialog } from './SettingsDialog.tsx'
import { UninstallDialog } from './UninstallDialog.tsx'
import type { Installing } from './use-installing.ts'

export type InstallDialogsProps = {
  page: ApplicationPage
  installing: Installing
  hostUrl: string
  /** The address at which the licence of the application's product is activated. */
  subscriptionUrl: string | null
  access: ReactNode
}

type Shown = { receipt: UninstallReceipt; Dialog: ComponentType<{ receipt: UninstallReceipt; onClose: () => void }> }

/** All dialogs of an application's page. */
export const InstallDialogs = ({ page, installing, hostUrl, subscriptionUrl, access }: InstallDialogsProps) => {
  const { instance, view, close, reload } = installing
  const [shown, setShown] = useState<Shown | null>(null)
  /**
   * Shows the receipt of an uninstall. Few people see it, so its code is loaded only now. If that fails, the toast and the mail with the
   * receipt still confirm the uninstall.
   */
  const showReceipt = (receipt: UninstallReceipt): void => {
    import('./ReceiptDialog.tsx').then(({ ReceiptDialog }) => setShown({ receipt, Dialog: ReceiptDialog }), console.error)
  }
  const [outcome, setOutcome] = useState<{ of: string; text: string | null } | null>(null)
  const closeSettings = () => {
    setOutcome(null)
    close()
  }
  return (
    <>
      <InstallDialog
        key={page.id}
        page={page}
        installing={installing}
        access={access}
        subscriptionUrl={subscriptionUrl}
        onOutcome={(text) => setOutcome({ of: page.id, text })}
      />
      <SettingsDialog
        name={page.name}
        instance={instance}
        outcome={outcome?.of === page.id ? outcome.text : null}
        hostUrl={hostUrl}
        open={view === 'settings'}
        onClose={closeSettings}
      />
      <UninstallDialog
        application={page}
        open={view === 'uninstall'}
        onClose={close}
        onDone={(receipt) => {
          reload()
          if (receipt) showReceipt(receipt)
        }}
      />
      {shown?.receipt.application_id === page.id && <shown.Dialog receipt={shown.receipt} onClose={() => setShown(null)} />}
    </>
  )
}
