import type { ComponentProps } from 'react'
import { Modal } from '../../ui/Modal.tsx'

const SIDE =
  'm-0 ms-auto h-dvh max-h-none w-full max-w-md flex-col overflow-hidden bg-surface text-ink shadow-lift open:flex backdrop:bg-black/50'

/** Work on one thing beside the list that it belongs to: the whole window on small screens. */
export const SideSheet = (props: Omit<ComponentProps<typeof Modal>, 'look'>) => <Modal {...props} look={SIDE} />
