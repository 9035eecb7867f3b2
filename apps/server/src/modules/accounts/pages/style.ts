/** The storefront's colours and sizes (apps/web/src/ui/tokens.css), as far as forms need them. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --canvas: light-dark(#fbfaf8, #0f1012);
  --surface: light-dark(#fff, #17181b);
  --sunken: light-dark(#f3f1ec, #1f2125);
  --line: light-dark(#e7e4dd, #2a2c31);
  --control: light-dark(#8b8982, #777b85);
  --ink: light-dark(#17181c, #f4f3f0);
  --muted: light-dark(#5b5c62, #a8aab1);
  --accent: light-dark(#3346d3, #9dadff);
  --primary: light-dark(#17181c, #f4f3f0);
  --primary-hover: light-dark(#36383f, #fff);
  --on-primary: light-dark(#fff, #121316);
  --hover: light-dark(#f0eee8, #24262b);
  --danger: light-dark(#b3261e, #ff9088);
}
*, *::before, *::after { box-sizing: border-box }
html { font: 400 1rem/1.5 'Inter Variable', Inter, system-ui, sans-serif; background: var(--canvas); color: var(--ink); -webkit-text-size-adjust: 100% }
body { margin: 0; min-height: 100svh; display: flex; flex-direction: column; align-items: center; padding: 24px 16px 32px }
header { width: 100%; max-width: 440px; padding: 8px 0 24px; display: flex; align-items: center; gap: 10px; font-weight: 600; letter-spacing: -.012em }
@media (min-width: 640px) { body { padding-top: 72px } header { justify-content: center } }
.mark { width: 30px; height: 30px; display: block; fill: var(--on-primary) }
.mark rect:first-child { fill: var(--primary) }
.mark circle { fill: light-dark(#8ea2ff, #3346d3) }
main { width: 100%; max-width: 440px; background: var(--surface); border: 1px solid var(--line); border-radius: 20px; padding: 24px }
@media (min-width: 640px) { main { padding: 32px; box-shadow: 0 2px 4px light-dark(#2d261a0a, #0000), 0 12px 28px -8px light-dark(#2d261a24, #000c) } }
main.wide { max-width: 720px }
h1 { margin: 0 0 4px; font-size: 1.5rem; line-height: 2rem; letter-spacing: -.018em; font-weight: 600; text-wrap: balance; overflow-wrap: anywhere }
h2 { margin: 20px 0 8px; font-size: .875rem; line-height: 1.25rem; font-weight: 600 }
p { margin: 0; overflow-wrap: anywhere }
p + p { margin-top: 8px }
.lead, .small { color: var(--muted) }
.small { font-size: .8125rem; line-height: 1.25rem }
form { margin: 24px 0 0 }
.field { margin-top: 16px }
.field:first-of-type { margin-top: 0 }
label { display: block; margin-bottom: 6px; font-size: .875rem; line-height: 1.25rem; font-weight: 600 }
input { width: 100%; min-height: 44px; padding: 0 12px; font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--control); border-radius: 10px }
input[aria-invalid] { border-color: var(--danger) }
.hint, .wrong { margin-top: 6px; font-size: .8125rem; line-height: 1.25rem }
.hint { color: var(--muted) }
.wrong { color: var(--danger) }
.notice { margin-top: 20px; padding: 12px 14px; border-radius: 10px; background: var(--sunken); font-size: .875rem; line-height: 1.25rem }
.notice.wrong { border: 1px solid var(--danger) }
button, .button { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 44px; margin-top: 24px; padding: 0 16px; font: inherit; font-size: .9375rem; font-weight: 600; text-decoration: none; text-align: center; border-radius: 10px; border: 1px solid transparent; background: var(--primary); color: var(--on-primary); cursor: pointer }
button:hover, .button:hover { background: var(--primary-hover) }
.secondary { margin-top: 10px; background: var(--surface); color: var(--ink); border-color: var(--control) }
.secondary:hover { background: var(--hover) }
a { color: var(--accent); text-underline-offset: 3px }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
ul { margin: 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 10px }
li { display: flex; justify-content: space-between; gap: 16px; padding: 10px 14px; font-size: .875rem; line-height: 1.25rem; overflow-wrap: anywhere }
li + li { border-top: 1px solid var(--line) }
li span + span { color: var(--muted); white-space: nowrap }
dl { margin: 0; display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 6px 16px; font-size: .875rem; line-height: 1.25rem }
dt { color: var(--muted) }
dd { margin: 0; overflow-wrap: anywhere }
section { margin-top: 28px; padding-top: 24px; border-top: 1px solid var(--line) }
section h2 { margin: 0 0 4px; font-size: 1.125rem; line-height: 1.5rem }
section > ul { margin-top: 16px }
section ul form, section > form.plain { margin: 0 }
.row { align-items: center }
.row form { flex: none }
.row button { margin: 0; width: auto }
.row p + p { margin-top: 0; color: var(--muted); font-size: .8125rem }
.row strong { font-weight: 600 }
.qr { width: 200px; margin: 20px auto; padding: 8px; background: #fff; border-radius: 10px }
.qr svg { display: block; width: 100%; fill: #000 }
code { font: 500 .9375rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere }
.codes { margin-top: 20px }
.passkey { margin-top: 10px }
.passkey [role=status]:empty { display: none }
.after { margin-top: 20px; padding-top: 20px; border-top: 1px solid var(--line); font-size: .875rem; line-height: 1.25rem }
footer { width: 100%; max-width: 440px; padding-top: 20px; text-align: center; font-size: .8125rem; line-height: 1.25rem; color: var(--muted) }
footer a { color: inherit }
footer form { margin: 12px 0 0 }
footer button { margin: 0 auto; width: auto }
`
