import { useBeta } from '../lib/beta-mode.ts'

/** A hidden field that keeps a form's next page in beta mode. */
export const BetaField = () => useBeta() && <input type="hidden" name="beta" value="true" />
