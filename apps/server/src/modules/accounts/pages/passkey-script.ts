import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The library that asks the browser for passkeys. This server serves it, because these pages load nothing from other origins. */
const LIBRARY = readFileSync(
  join(dirname(fileURLToPath(import.meta.resolve('@simplewebauthn/browser'))), '../dist/bundle/index.umd.min.js'),
  'utf8',
)

/** Shows the forms that are answered with a passkey, and sends them. Without this script these forms are hidden. */
const FORMS = `
{
  const { browserSupportsWebAuthn, startAuthentication, startRegistration } = SimpleWebAuthnBrowser
  const WORDS = {
    NotAllowedError: 'Nothing was used. You can try again, or go on in another way.',
    InvalidStateError: 'This device has a passkey for this account already.',
    SecurityError: 'Passkeys do not work at this address.',
  }
  const load = async (address) => {
    const response = await fetch(address, { signal: AbortSignal.timeout(10_000) })
    if (!response.ok) throw new Error('the options did not come')
    return response.json()
  }
  const answer = async (form) => {
    const { passkey: asks, options } = form.dataset
    const optionsJSON = options.startsWith('/') ? await load(options) : JSON.parse(options)
    return asks === 'create' ? startRegistration({ optionsJSON }) : startAuthentication({ optionsJSON })
  }
  if (browserSupportsWebAuthn()) {
    for (const part of document.querySelectorAll('[data-needs-passkeys]')) part.hidden = false
    for (const part of document.querySelectorAll('[data-without-passkeys]')) part.hidden = true
    for (const form of document.querySelectorAll('form[data-passkey]')) {
      const [button, status] = [form.querySelector('button'), form.querySelector('[role=status]')]
      form.hidden = false
      form.addEventListener('submit', async (event) => {
        event.preventDefault()
        status.textContent = ''
        button.disabled = true
        try {
          form.querySelector('[data-answer]').value = JSON.stringify(await answer(form))
          form.submit()
        } catch (error) {
          button.disabled = false
          status.textContent = WORDS[error.name] ?? 'This did not work. Load the page again, then try once more.'
        }
      })
    }
  }
}
`

export const PASSKEY_SCRIPT = `${LIBRARY}\n${FORMS}`
export const PASSKEY_SCRIPT_PATH = `/scripts/passkeys.js?v=${createHash('sha256').update(PASSKEY_SCRIPT).digest('hex').slice(0, 12)}`
