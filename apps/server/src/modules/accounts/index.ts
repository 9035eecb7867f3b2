export { type AccountsDeps, openAccounts } from './open-accounts.ts'
export { ACCOUNTS_JOBS, accountsWorkers } from './jobs.ts'
export { registerAccountsRoutes } from './routes.ts'

export { MAX_EMAIL } from './people/limits.ts'
export {
  findIdentity,
  holdAccount,
  type Identity,
  insertPeople,
  isAccount,
  type Membership,
  type NewPeople,
} from './people/repository.ts'
export { QueueFull } from './passwords/fair-queue.ts'
export { hashPassword } from './passwords/passwords.ts'
export { isFramed } from './sessions/framed.ts'
export { writeNotice } from './sessions/notices.ts'
export { readDeviceKey } from './sessions/known-device.ts'
export { findSession } from './sessions/repository.ts'
export { readBrowser, rememberSignIn, type SignedIn, type Visitor, whoIs } from './sessions/visitor.ts'
export { askSecondFactor } from './sign-in/ask-second-factor.ts'
export { createLimiter, createPacer, type Limiter, type Pacer } from './sign-in/limiter.ts'
export { signInWithPassword } from './sign-in/sign-in.ts'
export { beginSignUp } from './sign-up/begin-sign-up.ts'

// Parts of the accounts server's pages.
export { keptQuery } from './pages/addresses.ts'
export {
  type PageAnswer,
  busyAnswer,
  fullQueue,
  pageAnswer,
  type Query,
  sendAnswer,
  textField,
  TOO_BUSY,
  tooOften,
  WRONG_PASSWORD,
} from './pages/answers.ts'
export { type Explanation, renderError } from './pages/error-page.ts'
export { failurePage } from './pages/failure-page.ts'
export { field, problem } from './pages/forms.ts'
export { literal, markup } from './pages/html.ts'
export { type Layout, type Page, type PageScript, PRIVATE_HEADERS, renderPage } from './pages/layout.ts'
export { passkeySignIn } from './pages/passkey-form.ts'
export { ACCESS_WORDS, scopeLines } from './pages/scope-lines.ts'
export { signInForm } from './pages/sign-in-form.ts'
