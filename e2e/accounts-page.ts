// A third-party page on its own origin with the published sign-in SDK, unmodified. It is bundled by serve-page.ts and uses no code of this
// project.
// @ts-expect-error The SDK has no types.
import AccountsSDK from '@livechat/accounts-sdk'

// The tests call the SDK themselves.
Object.assign(window, { AccountsSDK })
