const CLIENT = 'demo-js-client'
const WITHIN_MS = 120_000

/**
 * Gets a token of the demo's client for the person who is signed in at the accounts server. If nobody is, a window asks the person to sign
 * in.
 */
export const askForToken = ({ own, accounts }: { own: string; accounts: string }): Promise<string> =>
  new Promise((resolve, reject) => {
    const state = crypto.randomUUID()
    const query = new URLSearchParams({
      client_id: CLIENT,
      redirect_uri: `${own}/`,
      response_type: 'token',
      flow: 'button',
      state,
    })
    const popup = open(`${accounts}/?${query}`, 'sign-in', 'width=500,height=650')
    if (!popup) return reject(new Error('The window for the sign-in was blocked'))
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('message', hear)
    }
    const timer = setTimeout(() => {
      end()
      reject(new Error('Nobody signed in'))
    }, WITHIN_MS)
    const hear = ({
      origin,
      source,
      data,
    }: MessageEvent<{ data?: { access_token?: unknown; state?: unknown }; error?: unknown } | null>) => {
      if (origin !== accounts || source !== popup) return
      end()
      const token = data?.data?.access_token
      if (typeof token === 'string' && data?.data?.state === state) resolve(token)
      else reject(new Error('The sign-in was refused'))
    }
    window.addEventListener('message', hear)
  })
