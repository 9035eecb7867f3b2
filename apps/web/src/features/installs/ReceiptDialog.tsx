import type { UninstallReceipt } from '@marketplace/contracts/installs/receipt-schemas'
import { estatePaths } from '@marketplace/contracts/pages/estate-paths'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { ReceiptText } from './ReceiptText.tsx'

/** The receipt of an uninstall, in a dialog over the application's page. */
export const ReceiptDialog = ({ receipt, onClose }: { receipt: UninstallReceipt; onClose: () => void }) => {
  const { id, application } = receipt
  return (
    <Modal
      open
      onClose={onClose}
      title={`${application.name} is ${application.service ? 'deactivated' : 'uninstalled'}`}
      actions={
        <>
          <ButtonLink to={estatePaths.receipt(id)} variant="secondary">
            Open the receipt
          </ButtonLink>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <ReceiptText receipt={receipt} />
    </Modal>
  )
}
