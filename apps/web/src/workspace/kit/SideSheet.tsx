import type { ComponentProps } from 'react'
import { Modal } from '../../ui/Modal.tsx'

const SIDE =
  'm-0 ms-auto h-dvh max-h-none w-full max-w-md flex-col overflow-hidden bg-surface text-ink shadow-lift open:flex backdrop:bg-black/50'

/** A sheet beside a list, for changing one of its items. On small screens it fills the window. */
export const SideSheet = (props: Omit<ComponentProps<typeof Modal>, 'look'>) => <Modal {...props} look={SIDE} />
