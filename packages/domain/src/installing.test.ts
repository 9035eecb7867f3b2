import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PRODUCTS, PUBLICATION_STATUSES } from '@marketplace/contracts/core/enumerations'
import { ERRORS } from '@marketplace/contracts/core/errors'
import { INSTALL_REFUSALS, type InstallRefusal } from '@marketplace/contracts/installs/schemas'
import { type Subscription } from '@marketplace/contracts/organizations/schemas'
import { PLAN_TIERS, SCOPES } from '@marketplace/contracts/core/roles'
import {
  accessRequestRefusal,
  canRequestAccess,
  clientIdOf,
  type Installable,
  type Installer,
  installRefusal,
  isVisibleTo,
  manageRefusal,
  mayUse,
  needsSetup,
  requiredScopes,
  settingsOf,
} from './installing.ts'

const subscription = (given: Partial<Subscription> = {}): Subscription => ({
  plan: 'business',
  hasCard: false,
  subscribed: true,
  daysLeft: null,
  trial: false,
  active: true,
  cancelledAt: null,
  cardDetails: null,
  assigned: true,
  ...given,
})
const application = (given: Partial<Installable> = {}): Installable => ({
  product: 'livechat',
  status: 'PUBLISHED',
  private: false,
  underMaintenance: false,
  installable: true,
  payment: null,
  authorization: null,
  customProps: {},
  ...given,
})
const installer = (given: Partial<Installer> = {}): Installer => ({
  scopes: new Set(['integrations_manage', 'hd_integrations_manage']),
  owns: false,
  billingRule: false,
  entitled: false,
  installed: false,
  subscriptions: { livechat: subscription(), helpdesk: subscription() },
  list: { allows: true, reason: '' },
  ...given,
})

describe('installRefusal', () => {
  const refusedByList: Partial<Installer> = { list: { allows: false, reason: '' } }
  const OWNER_ONLY = { onlyOwnerCanInstall: 'true' }
  const as = (...scopes: string[]) => ({ scopes: new Set(scopes) })
  const requires = (...names: string[]) => ({ authorization: { scopes: names.map((name) => ({ name, required: true })) } })
  const on = (given: Partial<Subscription> | null) => ({
    subscriptions: { livechat: given && subscription(given), helpdesk: null },
  })

  test.each<[string, Partial<Installable>, Partial<Installer>, InstallRefusal | null]>([
    ['no rule refuses it', {}, {}, null],
    ['the scope of the other product is not enough', {}, as('hd_integrations_manage'), 'INSTALL_NOT_ALLOWED'],
    ['the help desk has its own scope', { product: 'helpdesk' }, as('hd_integrations_manage'), null],
    ['no scope', {}, as(), 'INSTALL_NOT_ALLOWED'],
    ['only for owners', { customProps: OWNER_ONLY }, {}, 'INSTALL_OWNER_ONLY'],
    ['for an owner', { customProps: OWNER_ONLY }, as('integrations_manage', 'organization--my:rw'), null],
    ['a flag that is not exactly "true"', { customProps: { onlyOwnerCanInstall: 'yes' } }, {}, null],
    ['the billing rule', {}, { billingRule: true }, 'INSTALL_NEEDS_BILLING'],
    ['the billing rule, with billing', {}, { billingRule: true, ...as('integrations_manage', 'billing_manage') }, null],
    ['a scope that the installer does not have', requires('billing_manage'), {}, 'INSTALL_NEEDS_SCOPES'],
    ['a scope that the installer has', requires('billing_manage'), as('integrations_manage', 'billing_manage'), null],
    [
      'the billing of the other product',
      requires('billing--all:rw'),
      as('integrations_manage', 'billing_manage'),
      'INSTALL_NEEDS_SCOPES',
    ],
    ['a scope of the operator', requires('dev_platform_admin'), as(...SCOPES.slice(0, 8)), 'INSTALL_NEEDS_SCOPES'],
    ['scopes of the host product', requires('chats--all:rw', 'agents--all:rw'), {}, null],
    ['a scope that is not required', { authorization: { scopes: [{ name: 'billing_manage', required: false }] } }, {}, null],
    ['installed', {}, { installed: true }, 'ALREADY_INSTALLED'],
    ['installed, and the caller may not install', {}, { installed: true, ...as() }, 'INSTALL_NOT_ALLOWED'],
    ['under maintenance', { underMaintenance: true }, {}, 'UNDER_MAINTENANCE'],
    ['not installable', { installable: false }, {}, 'NOT_INSTALLABLE'],
    ['in review', { status: 'IN_REVIEW' }, {}, 'APPLICATION_NOT_FOUND'],
    ['in review, for its own organization', { status: 'IN_REVIEW' }, { owns: true }, 'NOT_INSTALLABLE'],
    ['in review, for an operator', { status: 'IN_REVIEW' }, as('dev_platform_admin', 'integrations_manage'), 'NOT_INSTALLABLE'],
    ['in review, for an operator who may install nothing', { status: 'IN_REVIEW' }, as('dev_platform_admin'), 'NOT_INSTALLABLE'],
    ['private and in review, for an operator', { status: 'IN_REVIEW', private: true }, as(...SCOPES), 'NOT_INSTALLABLE'],
    ['in development, for an operator', { status: 'IN_DEVELOPMENT' }, as(...SCOPES), 'APPLICATION_NOT_FOUND'],
    ['private, for an operator', { status: 'PUBLISHED', private: true }, as(...SCOPES), 'APPLICATION_NOT_FOUND'],
    ['private', { status: 'IN_DEVELOPMENT', private: true }, {}, 'APPLICATION_NOT_FOUND'],
    ['private, for its own organization', { status: 'IN_DEVELOPMENT', private: true }, { owns: true }, null],
    ['private in spite of its dates', { private: true }, {}, 'APPLICATION_NOT_FOUND'],
    ['no licence', {}, on(null), 'LICENSE_INACTIVE'],
    ['a licence that is not active', {}, on({ active: false }), 'LICENSE_INACTIVE'],
    ['a licence that was cancelled', {}, on({ cancelledAt: '2026-11-01T00:00:00Z' }), 'LICENSE_INACTIVE'],
    ['no licence, and the caller may not install', {}, { ...on(null), ...as() }, 'LICENSE_INACTIVE'],
    ['no licence, and installed', {}, { ...on(null), installed: true }, 'LICENSE_INACTIVE'],
    ['no licence, and under maintenance', { underMaintenance: true }, on(null), 'LICENSE_INACTIVE'],
    ['no licence, and not visible', { status: 'IN_REVIEW' }, on(null), 'APPLICATION_NOT_FOUND'],
    ['paid, and the caller may not install', { payment: { price: 1 } }, as(), 'INSTALL_NOT_ALLOWED'],
    ['a licence of the other product', { product: 'helpdesk' }, on({}), 'LICENSE_INACTIVE'],
    ['a team plan', { customProps: { isTeamPlan: 'true' } }, on({ plan: 'starter' }), 'PLAN_TEAM_NEEDED'],
    ['a team plan needed, without a plan', { customProps: { isTeamPlan: 'true' } }, on({ plan: null }), 'PLAN_TEAM_NEEDED'],
    ['premium', { customProps: { isPremium: 'true' } }, on({ plan: 'team' }), 'PLAN_BUSINESS_NEEDED'],
    ['premium on the help desk', { product: 'helpdesk', customProps: { isPremium: 'true' } }, {}, 'PLAN_ENTERPRISE_NEEDED'],
    ['paid', { payment: { price: 1 } }, {}, 'PAYMENT_DUE'],
    ['paid, and bought', { payment: { price: 1 } }, { entitled: true }, null],
    ['refused by the organization’s list', {}, refusedByList, 'APPLICATION_NOT_ALLOWED'],
    ['refused by the list, and the caller may not install', {}, { ...refusedByList, ...as() }, 'INSTALL_NOT_ALLOWED'],
    ['refused by the list, and paid', { payment: { price: 1 } }, refusedByList, 'APPLICATION_NOT_ALLOWED'],
    [
      'refused by the list, on a low plan',
      { customProps: { isTeamPlan: 'true' } },
      { ...refusedByList, ...on({ plan: 'starter' }) },
      'APPLICATION_NOT_ALLOWED',
    ],
    ['refused by the list, and installed before', {}, { ...refusedByList, installed: true }, 'ALREADY_INSTALLED'],
    ['a price of 0', { payment: { price: 0 } }, {}, null],
    ['the organization’s own, and paid', { payment: { price: 1 } }, { owns: true }, 'PAYMENT_DUE'],
  ])('%s', (_, app, who, expected) => {
    expect(installRefusal(application(app), installer(who))).toBe(expected)
  })
})

const anyApplication: fc.Arbitrary<Installable> = fc.record({
  product: fc.constantFrom(...PRODUCTS),
  status: fc.constantFrom(...PUBLICATION_STATUSES),
  private: fc.boolean(),
  underMaintenance: fc.boolean(),
  installable: fc.boolean(),
  payment: fc.option(fc.record({ price: fc.nat(2) }), { nil: null }),
  authorization: fc.option(
    fc.record({
      scopes: fc.array(fc.record({ name: fc.constantFrom('chats--all:ro', ...SCOPES), required: fc.boolean() }), {
        maxLength: 3,
      }),
    }),
    { nil: null },
  ),
  customProps: fc.dictionary(fc.constantFrom('onlyOwnerCanInstall', 'isTeamPlan', 'isPremium'), fc.constantFrom('true', 'false')),
})
const anySubscription = fc.option(
  fc
    .record({
      plan: fc.option(fc.constantFrom(...PLAN_TIERS), { nil: null }),
      active: fc.boolean(),
      cancelledAt: fc.constantFrom(null, '2026-11-01T00:00:00Z'),
    })
    .map(subscription),
  { nil: null },
)
const anyScopes = fc.uniqueArray(fc.constantFrom(...SCOPES))
const anyInstaller: fc.Arbitrary<Installer> = fc.record({
  scopes: anyScopes.map((names): ReadonlySet<string> => new Set(names)),
  owns: fc.boolean(),
  billingRule: fc.boolean(),
  entitled: fc.boolean(),
  installed: fc.boolean(),
  subscriptions: fc.record({ livechat: anySubscription, helpdesk: anySubscription }),
  list: fc.record({ allows: fc.boolean(), reason: fc.constant('') }),
})

/** The conditions of each refusal, written independently of installRefusal. */
const APPLIES: Readonly<Record<InstallRefusal, (app: Installable, who: Installer) => boolean>> = {
  APPLICATION_NOT_FOUND: (app, who) => !who.owns && !who.installed && (app.private || app.status !== 'PUBLISHED'),
  INSTALL_NOT_ALLOWED: (app, { scopes }) =>
    !scopes.has(app.product === 'livechat' ? 'integrations_manage' : 'hd_integrations_manage'),
  INSTALL_OWNER_ONLY: (app, { scopes }) =>
    app.customProps.onlyOwnerCanInstall === 'true' &&
    !scopes.has('organization--my:rw') &&
    !scopes.has('organization.product--my:rw'),
  INSTALL_NEEDS_BILLING: (app, { billingRule, scopes }) =>
    billingRule &&
    !['billing_admin', 'billing_manage', ...(app.product === 'helpdesk' ? ['billing--all:rw'] : [])].some((scope) =>
      scopes.has(scope),
    ),
  INSTALL_NEEDS_SCOPES: ({ authorization }, { scopes }) =>
    SCOPES.some((scope) => !scopes.has(scope) && authorization?.scopes.some(({ name, required }) => required && name === scope)),
  ALREADY_INSTALLED: (_, { installed }) => installed,
  APPLICATION_NOT_ALLOWED: (_, { list }) => !list.allows,
  UNDER_MAINTENANCE: (app) => app.underMaintenance,
  NOT_INSTALLABLE: (app) => !app.installable || (!app.private && app.status !== 'PUBLISHED'),
  LICENSE_INACTIVE: (app, { subscriptions }) => {
    const own = subscriptions[app.product]
    return !own?.active || own.cancelledAt !== null
  },
  PLAN_TEAM_NEEDED: (app, who) =>
    app.customProps.isTeamPlan === 'true' && app.customProps.isPremium !== 'true' && below('team', app, who),
  PLAN_BUSINESS_NEEDED: (app, who) =>
    app.customProps.isPremium === 'true' && app.product === 'livechat' && below('business', app, who),
  PLAN_ENTERPRISE_NEEDED: (app, who) =>
    app.customProps.isPremium === 'true' && app.product === 'helpdesk' && below('enterprise', app, who),
  PAYMENT_DUE: (app, { entitled }) => app.payment !== null && app.payment.price > 0 && !entitled,
}
const below = (tier: 'team' | 'business' | 'enterprise', { product }: Installable, { subscriptions }: Installer): boolean => {
  const plan = subscriptions[product]?.plan
  return !plan || PLAN_TIERS.indexOf(plan) < PLAN_TIERS.indexOf(tier)
}

const isOnlyReviewed = ({ status }: Installable, { owns, installed, scopes }: Installer): boolean =>
  !owns && !installed && status === 'IN_REVIEW' && scopes.has('dev_platform_admin')

describe('for any application and any caller', () => {
  test('a refusal is the first of INSTALL_REFUSALS that applies', () => {
    fc.assert(
      fc.property(anyApplication, anyInstaller, (app, who) => {
        const first = INSTALL_REFUSALS.find((code) => APPLIES[code](app, who)) ?? null
        expect(installRefusal(app, who)).toBe(isOnlyReviewed(app, who) ? 'NOT_INSTALLABLE' : first)
      }),
      { numRuns: 2_000 },
    )
  })

  test('more scopes never refuse what fewer allowed', () => {
    fc.assert(
      fc.property(anyApplication, anyInstaller, anyScopes, (app, who, others) => {
        const more = { ...who, scopes: new Set([...who.scopes, ...others]) }
        if (installRefusal(app, who) === null) expect(installRefusal(app, more)).toBeNull()
        if (manageRefusal(app, who) === null) expect(manageRefusal(app, more)).toBeNull()
      }),
      { numRuns: 500 },
    )
  })

  test('an invisible application is refused as not found, and cannot be requested', () => {
    fc.assert(
      fc.property(anyApplication, anyInstaller, (app, who) => {
        const refused = installRefusal(app, who)
        expect(refused === 'APPLICATION_NOT_FOUND').toBe(!isVisibleTo(app, who))
        if (!isVisibleTo(app, who)) expect(canRequestAccess(refused)).toBe(false)
      }),
    )
  })

  test('an access request is offered exactly if the refusal depends on the caller', () => {
    for (const code of INSTALL_REFUSALS) expect(canRequestAccess(code)).toBe(ERRORS[code].status === 403)
    expect(canRequestAccess(null)).toBe(false)
  })
})

test.each<[string, string[] | null, boolean]>([
  ['everybody', null, true],
  ['those who were chosen', ['ada', 'bea'], true],
  ['others', ['bea'], false],
  ['nobody', [], false],
])('may use an installed application: %s', (_, agents, expected) => {
  expect(mayUse(agents, 'ada')).toBe(expected)
})

test.each<[string, Partial<Installer>, number, ReturnType<typeof accessRequestRefusal>]>([
  ['an administrator asks an owner', {}, 1, null],
  ['nobody there is to change it', {}, 0, 'ACCESS_REQUEST_IMPOSSIBLE'],
  ['an owner changes it', { scopes: new Set(['integrations_manage', 'organization--my:rw']) }, 1, 'ACCESS_REQUEST_NOT_NEEDED'],
])('for an application that the organization’s list refuses, %s', (_, who, receivers, expected) => {
  const refused = installer({ list: { allows: false, reason: '' }, ...who })
  expect(accessRequestRefusal(application(), refused, receivers)).toBe(expected)
})

describe('settingsOf', () => {
  const widgets = [
    { placement: 'fullscreen', url: 'https://a.example/' },
    { placement: 'settings', url: 'https://a.example/settings' },
  ]
  test.each<[string, Parameters<typeof settingsOf>[0], ReturnType<typeof settingsOf>]>([
    ['nowhere', { customProps: {}, widgets: [] }, { url: null, opensAfterInstall: false, isWidget: false }],
    [
      'its settings',
      { customProps: {}, widgets },
      { url: 'https://a.example/settings', opensAfterInstall: true, isWidget: true },
    ],
    [
      'another place',
      { customProps: { alternativeSettingUrl: ' https://b.example ' }, widgets },
      { url: 'https://b.example/', opensAfterInstall: true, isWidget: false },
    ],
    [
      'a script for another place',
      { customProps: { alternativeSettingUrl: 'javascript:alert(1)' }, widgets: [] },
      { url: null, opensAfterInstall: false, isWidget: false },
    ],
    [
      'an empty other place',
      { customProps: { alternativeSettingUrl: ' ' }, widgets: [] },
      { url: null, opensAfterInstall: false, isWidget: false },
    ],
    [
      'a service',
      { customProps: { isService: 'true' }, widgets },
      { url: 'https://a.example/settings', opensAfterInstall: false, isWidget: true },
    ],
    [
      'settings without an address',
      { customProps: {}, widgets: [{ placement: 'settings', url: null }] },
      { url: null, opensAfterInstall: false, isWidget: false },
    ],
  ])('%s', (_, app, expected) => {
    expect(settingsOf(app)).toEqual(expected)
  })
})

describe('needsSetup', () => {
  test.each<[string, Partial<Parameters<typeof needsSetup>[0]>, boolean]>([
    ['nothing', {}, false],
    ['settings', { widgets: [{ placement: 'settings', url: 'https://a.example' }] }, true],
    ['an onboarding', { onboarding: { steps: [] } }, true],
    ['a step elsewhere', { customProps: { finishInstallUrl: 'https://a.example' } }, true],
    ['a page', { widgets: [{ placement: 'fullscreen', url: 'https://a.example' }] }, false],
  ])('%s', (_, given, expected) => {
    expect(needsSetup({ customProps: {}, widgets: [], onboarding: null, ...given })).toBe(expected)
  })
})

test('an install consents to the required scopes, for the application’s client or for the application itself', () => {
  const scopes = [
    { name: 'chats--all:ro', required: true },
    { name: 'tickets--all:ro', required: false },
  ]
  expect(requiredScopes({ authorization: { scopes } })).toEqual(['chats--all:ro'])
  expect(requiredScopes({ authorization: null })).toEqual([])
  expect(clientIdOf({ id: 'a', authorization: { clientId: 'client' } })).toBe('client')
  expect(clientIdOf({ id: 'a', authorization: { clientId: null } })).toBe('a')
  expect(clientIdOf({ id: 'a', authorization: null })).toBe('a')
})
