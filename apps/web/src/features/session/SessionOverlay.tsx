import { GhostBanner } from './GhostBanner.tsx'
import { PromptDialog } from './PromptDialog.tsx'

export const SessionOverlay = () => (
  <>
    <GhostBanner />
    <PromptDialog />
  </>
)
