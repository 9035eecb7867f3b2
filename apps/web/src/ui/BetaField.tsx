import { useBeta } from '../lib/beta-mode.ts'

/** What a form sends to stay in beta mode. */
export const BetaField = () => useBeta() && <input type="hidden" name="beta" value="true" />
