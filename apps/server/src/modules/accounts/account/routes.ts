import type { FastifyInstance } from 'fastify'
import {
  accountPage,
  changePassword as changePasswordEndpoint,
  endOwnSessions,
  signInToAccount,
  signOut as signOutEndpoint,
  takeBackAccess,
} from '@marketplace/contracts/accounts/page-endpoints'
import { vouchForOrganization } from '../../../core/caller.ts'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import {
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
} from '../pages/answers.ts'
import { QueueFull } from '../passwords/fair-queue.ts'
import { REAUTHENTICATE_SECONDS } from '../sessions/limits.ts'
import { rememberSignIn } from '../sessions/visitor.ts'
import { askSecondFactor } from '../sign-in/ask-second-factor.ts'
import type { SignInDeps } from '../sign-in/deps.ts'
import { signInWithPassword } from '../sign-in/sign-in.ts'
import { accountForms, type AccountVisit, goTo, NOT_YOURS } from './account-forms.ts'
import { type PasswordErrors, renderAccount, renderAccountSignIn } from './account-page.ts'
import { changePassword } from './change-password.ts'
import { confirmPerson } from './confirm-person.ts'
import { endOneSession, endOtherSessions, removeOwnConsent, signOut } from './end-access.ts'
import { type ClientName, readAccountView } from './view.ts'

const SIGNED_OUT = 'signed-out'

/** "Your account": people see and change their account with forms that need no script. */
export const registerAccountRoutes = (app: FastifyInstance, deps: SignInDeps & { clientName: ClientName }): void => {
  const { publicUrl } = deps
  const { readVisit, answerForm } = accountForms(deps)
  const withPassword = (
    visit: AccountVisit,
    body: Query,
    form: { action: string; fields: Record<string, string> },
    work: (visit: AccountVisit) => Promise<PageAnswer>,
  ) => confirmPerson(deps, visit, body, { ...form, seconds: REAUTHENTICATE_SECONDS, secondFactor: false }, work)

  const show = async (
    { signedIn, now }: Pick<AccountVisit, 'signedIn' | 'now'>,
    { done = '', errors }: { done?: string; errors?: PasswordErrors } = {},
  ) => renderAccount(await readAccountView(deps, signedIn, done, now), errors)

  registerEndpoint(app, accountPage, async ({ query, request, reply }) => {
    const { signedIn, ...visit } = await readVisit(request)
    const page = signedIn
      ? await show({ signedIn, ...visit }, { done: textField(query, 'done') })
      : renderAccountSignIn(publicUrl, { notice: textField(query, 'done') === SIGNED_OUT ? 'You are signed out.' : null })
    return sendAnswer(request, reply, pageAnswer(page))
  })

  registerEndpoint(app, signInToAccount, async ({ body, request, reply }) => {
    const { browser: visit, now } = await readVisit(request)
    const [email, password] = [textField(body, 'email'), textField(body, 'password')]
    const answer = async (): Promise<PageAnswer> => {
      const again = (error: string) => renderAccountSignIn(publicUrl, { email, error })
      const result = await signInWithPassword(deps, { email, password, visit }, now).catch(fullQueue)
      if (result instanceof QueueFull) return busyAnswer(result, again(TOO_BUSY))
      if (result.kind === 'too-often') return pageAnswer(again(tooOften(result.waitSeconds)), 429, result.waitSeconds)
      if (result.kind === 'wrong') return pageAnswer(again(WRONG_PASSWORD), 401)
      if (result.kind === 'second-factor') return askSecondFactor(deps, { ...result, query: {} })
      rememberSignIn(deps, reply, { secret: result.secret, email, device: visit.device })
      return goTo()
    }
    return sendAnswer(request, reply, await answer())
  })

  registerEndpoint(app, changePasswordEndpoint, ({ body, ...call }) =>
    answerForm(call, async (visit) => {
      const again = async (errors: PasswordErrors) => show(visit, { errors })
      const form = { current: textField(body, 'current'), next: textField(body, 'next'), visit: visit.browser }
      const result = await changePassword(deps, visit.signedIn, form, visit.now).catch(fullQueue)
      if (result instanceof QueueFull) return busyAnswer(result, await again({ error: TOO_BUSY }))
      switch (result.kind) {
        case 'changed':
          visit.keepSecret(result.secret)
          return goTo('password')
        case 'gone':
          return goTo()
        case 'wrong':
          return pageAnswer(await again({ current: NOT_YOURS }), 401)
        case 'too-often':
          return pageAnswer(await again({ error: tooOften(result.waitSeconds) }), 429, result.waitSeconds)
        case 'refused':
          return pageAnswer(await again({ next: result.reason }), 422)
      }
    }),
  )

  registerEndpoint(app, endOwnSessions, ({ body, ...call }) =>
    answerForm(call, async (visit) => {
      const session = textField(body, 'session')
      if (session !== 'others') {
        await endOneSession(deps, visit.signedIn, session, visit.browser.browser, visit.now)
        return goTo('session')
      }
      return withPassword(
        visit,
        body,
        { action: '/account/sessions', fields: { session } },
        async ({ signedIn, browser, now }) => {
          await endOtherSessions(deps, signedIn, browser.browser, now)
          return goTo('others')
        },
      )
    }),
  )

  registerEndpoint(app, signOutEndpoint, async ({ request, reply }) => {
    const { signedIn, browser, now } = await readVisit(request)
    if (signedIn) await signOut(deps, signedIn, now)
    if (browser.secret !== null) deps.cookie.clear(reply)
    return sendAnswer(request, reply, goTo(SIGNED_OUT))
  })

  registerEndpoint(app, takeBackAccess, ({ body, ...call }) =>
    answerForm(call, (visit) => {
      const [client, organization] = [textField(body, 'client'), textField(body, 'organization')]
      const form = { action: '/account/applications', fields: { client, organization } }
      return withPassword(visit, body, form, async ({ signedIn, now }) => {
        const name = await deps.clientName(client)
        // A form may name any organization: only the account's own consents are removed.
        const of = { clientId: client, organizationId: vouchForOrganization(organization), name }
        await removeOwnConsent(deps, signedIn, of, now)
        return goTo('application')
      })
    }),
  )
}
