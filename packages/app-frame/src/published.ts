// @ts-expect-error: the published library has no types of its own.
import { connectExistingIframe as connect } from '@livechat/postmessage'

export type Api = { call: (method: string, ...args: unknown[]) => Promise<unknown> }
export type WireMessage = { owner: string; instance: number }
/** The properties of an iframe element that the library reads. */
type FrameLike = { src: string; contentWindow: { postMessage: (message: WireMessage, targetOrigin: string) => void } }

/** The function of the published library that this package uses, with types. */
export const connectExistingIframe = connect as (
  options: { frame: FrameLike; targetOrigin: string; handshakeRetry: { count: number; interval: number } },
  model: Record<string, unknown>,
) => { promise: Promise<Api>; destroy: () => void }
