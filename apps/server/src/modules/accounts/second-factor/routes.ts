import { encodeQR } from 'qr'
import type { FastifyInstance } from 'fastify'
import {
  addPasskey,
  changeSecondFactorRule as changeSecondFactorRuleEndpoint,
  makeRecoveryCodes,
  removeSecondFactor,
  secondFactorPage,
  setUpApp,
} from '@marketplace/contracts/accounts/second-factor-endpoints'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import { accountForms, type AccountVisit, goTo } from '../account/account-forms.ts'
import { confirmPerson } from '../account/confirm-person.ts'
import { appAddress, newAppSecret } from '../factors/app-codes.ts'
import { readSecondFactor } from '../factors/view.ts'
import { type PageAnswer, pageAnswer, type Query, queryText, sendAnswer, textField } from '../pages/answers.ts'
import { FACTOR_CHANGE_SECONDS } from '../sessions/limits.ts'
import type { SignInDeps } from '../sign-in/deps.ts'
import { type Added, removeFactor, renewRecoveryCodes } from './change-factors.ts'
import { enrolApp, readNewSecret, sealNewSecret } from './enrol-app.ts'
import { askForOwnPasskey, enrolPasskey, passkeyNameSchema } from './enrol-passkey.ts'
import { changeSecondFactorRule } from './organization-rule.ts'
import { renderNewApp, renderNewPasskey, renderRecoveryCodes, renderSecondFactor } from './second-factor-pages.ts'

const ADDRESS = '/account/second-factor'
const NOT_THE_CODE = 'This code does not fit. Wait for the next one, and look whether the clock of your phone is right.'
const NOT_ADDED = 'This passkey was not added. It is there already, there are 20 of them, or it took too long. Try again.'

/** The second factors of "Your account". The addresses contain the query with which the person continues afterwards. */
export const registerSecondFactorRoutes = (app: FastifyInstance, deps: SignInDeps): void => {
  const { publicUrl } = deps
  const { readVisit, answerForm } = accountForms(deps)
  type Form = { action: string; fields: Record<string, string> }
  type Work = (visit: AccountVisit) => Promise<PageAnswer>
  const confirm = (visit: AccountVisit, body: Query, form: Form, work: Work) =>
    confirmPerson(deps, visit, body, { ...form, seconds: FACTOR_CHANGE_SECONDS, secondFactor: true }, work)
  const placeOf = (query: Query) => {
    const { done: _, ...rest } = query
    return { publicUrl, query: queryText(rest) }
  }
  const changerOf = ({ signedIn, browser }: AccountVisit) => ({ signedIn, browser: browser.browser })
  const backTo = (query: Query, done: string): PageAnswer => {
    const { query: text } = placeOf(query)
    return { kind: 'redirect', location: `${ADDRESS}?done=${done}${text === '' ? '' : `&${text}`}` }
  }
  /**
   * Does the work of a form. Asks for the password and the second factor again if the last ones are too old, and then repeats the same
   * form.
   */
  const confirmed = (
    { query, body, path, names }: { query: Query; body: Query; path: string; names: readonly string[] },
    visit: AccountVisit,
    work: Work,
  ) => {
    const { query: text } = placeOf(query)
    const fields = Object.fromEntries(names.map((name) => [name, textField(body, name)]).filter(([, value]) => value !== ''))
    const action = `${ADDRESS}${path}${text === '' ? '' : `?${text}`}`
    return confirm(visit, body, { action, fields }, work)
  }
  const afterAdding = (added: Added, query: Query): PageAnswer => {
    if (added.kind === 'gone') return goTo()
    if (added.kind === 'refused') return backTo(query, 'refused')
    const { recoveryCodes } = added
    return recoveryCodes.length > 0 ? pageAnswer(renderRecoveryCodes(placeOf(query), recoveryCodes)) : backTo(query, 'added')
  }

  registerEndpoint(app, secondFactorPage, async ({ query, request, reply }) => {
    const { signedIn } = await readVisit(request)
    if (!signedIn) return sendAnswer(request, reply, goTo())
    const view = await readSecondFactor(deps.database, signedIn.identity.id)
    return sendAnswer(request, reply, pageAnswer(renderSecondFactor(view, { ...placeOf(query), done: textField(query, 'done') })))
  })

  registerEndpoint(app, setUpApp, ({ query, body, ...call }) =>
    answerForm(call, (asked) => {
      const given = readNewSecret(deps.vault, asked.signedIn, textField(body, 'sealed'))
      return confirmed({ query, body, path: '/app', names: ['sealed'] }, asked, async (visit) => {
        const { signedIn, now } = visit
        const show = (secret: string, error: string | null) => {
          const picture = encodeQR(appAddress(secret, signedIn.identity.email), 'svg', { border: 2 })
          const sealed = sealNewSecret(deps.vault, signedIn, secret)
          return pageAnswer(renderNewApp(placeOf(query), { secret, sealed, picture, error }), error === null ? 200 : 422)
        }
        if (given === null) return show(newAppSecret(), null)
        const code = textField(body, 'code')
        if (code === '') return show(given, null)
        const added = await enrolApp(deps, changerOf(visit), { secret: given, code }, now)
        return added.kind === 'wrong' ? show(given, NOT_THE_CODE) : afterAdding(added, query)
      })
    }),
  )

  registerEndpoint(app, removeSecondFactor, ({ query, body, ...call }) =>
    answerForm(call, (asked) =>
      confirmed({ query, body, path: '/remove', names: ['factor'] }, asked, async (visit) => {
        const id = textField(body, 'factor')
        const factor = id === 'app' ? ({ kind: 'app' } as const) : ({ kind: 'passkey', id } as const)
        const isRemoved = await removeFactor(deps, changerOf(visit), factor, visit.now)
        return backTo(query, isRemoved ? 'removed' : 'refused')
      }),
    ),
  )

  registerEndpoint(app, makeRecoveryCodes, ({ query, body, ...call }) =>
    answerForm(call, (asked) =>
      confirmed({ query, body, path: '/codes', names: [] }, asked, async (visit) => {
        const codes = await renewRecoveryCodes(deps, changerOf(visit), visit.now)
        return codes ? pageAnswer(renderRecoveryCodes(placeOf(query), codes)) : backTo(query, 'refused')
      }),
    ),
  )

  registerEndpoint(app, addPasskey, ({ query, body, ...call }) =>
    answerForm(call, (asked) =>
      confirmed({ query, body, path: '/passkeys', names: [] }, asked, async (visit) => {
        const { signedIn, now } = visit
        const [json, typed] = [textField(body, 'passkey'), textField(body, 'name')]
        const show = async (error: string | null) => {
          const options = await askForOwnPasskey(deps, signedIn, now)
          const name = typed === '' ? visit.browser.browser.device : typed
          return pageAnswer(renderNewPasskey(placeOf(query), { options, name, error }), error === null ? 200 : 422)
        }
        if (json === '') return show(null)
        const name = passkeyNameSchema.safeParse(typed)
        if (!name.success) return show('Give the passkey a name of at most 60 characters.')
        const added = await enrolPasskey(deps, changerOf(visit), { json, name: name.data }, now)
        return added.kind === 'refused' ? show(NOT_ADDED) : afterAdding(added, query)
      }),
    ),
  )

  registerEndpoint(app, changeSecondFactorRuleEndpoint, ({ body, ...call }) =>
    answerForm(call, (asked) => {
      const [organization, rule] = [textField(body, 'organization'), textField(body, 'rule')]
      const form = { action: '/account/organizations', fields: { organization, rule } }
      return confirm(asked, body, form, async (visit) => {
        const isRequired = rule === 'required'
        const change = { wantedId: organization, isRequired }
        const result = await changeSecondFactorRule(deps, changerOf(visit), change, visit.now)
        return goTo(result === 'changed' ? (isRequired ? 'required' : 'free') : result)
      })
    }),
  )
}
