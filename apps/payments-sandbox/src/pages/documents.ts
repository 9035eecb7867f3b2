import { escapeHtml } from '@marketplace/contracts/core/escape-html'
import type { IntentRow, SetupRow } from '../ledger/rows.ts'

const THEMES: ReadonlyMap<string, string> = new Map([
  ['stripe', 'light'],
  ['flat', 'light'],
  ['night', 'dark'],
])

type Page = { title: string; script: string; shop: string; theme: string | null; body: string }

/**
 * A page in a frame. It has no landmarks, because the shop's page has them. The page's script exchanges messages only with the origin
 * `shop`.
 */
const page = ({ title, script, shop, theme, body }: Page): string => {
  const shown = THEMES.get(theme ?? '')
  return `<!doctype html>
<html lang="en" data-shop="${escapeHtml(shop)}"${shown ? ` data-theme="${shown}"` : ''}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
<script src="${script}" defer></script>
${body}
</html>
`
}

type Field = { id: string; label: string; autocomplete: string; placeholder: string; className?: string; hint?: string }

const field = ({ id, label, autocomplete, placeholder, className = '', hint }: Field): string => `<div class="${className}">
<label for="${id}">${label}</label>
<input id="${id}" name="${id}" inputmode="numeric" autocomplete="${autocomplete}" placeholder="${placeholder}" maxlength="23" aria-describedby="${hint ? `${id}-hint ` : ''}${id}-wrong" required>
<div class="below">${hint ? `<p class="hint" id="${id}-hint">${hint}</p>` : ''}<p class="wrong" id="${id}-wrong" role="alert"></p></div>
</div>`

export const cardFieldPage = (shop: string, theme: string | null): string =>
  page({
    title: 'Card details',
    script: '/card-field.js',
    shop,
    theme,
    body: `<body><div class="card">
${field({ id: 'number', label: 'Card number', autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234', className: 'wide', hint: 'Test cards only, such as 4242 4242 4242 4242. No money moves.' })}
${field({ id: 'expiry', label: 'Expiration', autocomplete: 'cc-exp', placeholder: 'MM / YY' })}
${field({ id: 'cvc', label: 'Security code', autocomplete: 'cc-csc', placeholder: '123' })}
</div></body>`,
  })

const formatAmount = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(cents / 100)

/** The bank's page, on which the cardholder confirms a payment. */
export const challengePage = (
  shop: string,
  theme: string | null,
  about: { intent: IntentRow } | { setup: SetupRow },
  lastFour: string,
): string => {
  const facts =
    'intent' in about ? [['Amount', formatAmount(about.intent.amount, about.intent.currency)]] : [['Purpose', 'Save this card']]
  facts.push(['Card', `•••• ${lastFour}`])
  return page({
    title: 'Confirm it is you',
    script: '/challenge.js',
    shop,
    theme,
    body: `<body class="challenge"><div>
<h1 tabindex="-1">Confirm it is you</h1>
<p>The bank of this test card asks who is paying. A real bank would send a code.</p>
<dl>${facts.map(([name = '', value = '']) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>
<form method="post">
<button class="primary" name="outcome" value="complete">Complete</button>
<button name="outcome" value="fail">Fail</button>
<button type="button" id="close" hidden>Decide later</button>
</form>
</div></body>`,
  })
}

/** The page after a challenge, or for an unknown challenge. The shop's page continues from here. */
export const challengeEndPage = (shop: string, theme: string | null, answered: boolean): string =>
  page({
    title: answered ? 'Answered' : 'Nothing to confirm',
    script: '/challenge.js',
    shop,
    theme,
    body: `<body class="challenge" data-done><div>
<h1 tabindex="-1">${answered ? 'Thank you' : 'There is nothing to confirm'}</h1>
<p>${answered ? 'You can go back to the shop.' : 'The payment was confirmed already, or has ended.'}</p>
</div></body>`,
  })
