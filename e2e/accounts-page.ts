// A page of somebody else's, on an origin of its own: the published sign-in SDK as it is. It is bundled by serve-page.ts and
// knows no code of ours.
// @ts-expect-error It comes without types.
import AccountsSDK from '@livechat/accounts-sdk'

// For what a test asks of it.
Object.assign(window, { AccountsSDK })
