import { Confirm } from '../../ui/Confirm.tsx'
import type { LeaveGuard } from './use-leave-guard.ts'

/** Asks before unsaved input is lost. `what` is the name of the input: "the billing address". */
export const LeaveQuestion = ({ guard: { asking, stay, leave }, what }: { guard: LeaveGuard; what: string }) => (
  <Confirm
    open={asking}
    onClose={stay}
    title="Leave without saving?"
    loses={`You have changed ${what}. That would be lost.`}
    keep="Keep editing"
    confirm="Leave"
    onConfirm={leave}
  />
)
