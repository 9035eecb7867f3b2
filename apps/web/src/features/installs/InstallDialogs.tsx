import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import type { ReactNode } from 'react'
import { InstallDialog } from './InstallDialog.tsx'
import { SettingsDialog } from './SettingsDialog.tsx'
import { UninstallDialog } from './UninstallDialog.tsx'
import type { Installing } from './use-installing.ts'

export type InstallDialogsProps = { page: ApplicationPage; installing: Installing; hostUrl: string; access: ReactNode }

/** Everything that opens over an application's page. */
export const InstallDialogs = ({ page, installing, hostUrl, access }: InstallDialogsProps) => {
  const { instance, view, close, reload } = installing
  return (
    <>
      <InstallDialog page={page} installing={installing} access={access} />
      <SettingsDialog name={page.name} instance={instance} hostUrl={hostUrl} open={view === 'settings'} onClose={close} />
      <UninstallDialog application={page} open={view === 'uninstall'} onClose={close} onDone={reload} />
    </>
  )
}
