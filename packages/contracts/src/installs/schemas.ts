// Answers of the product API about installs, licences and the people of an organization. The rules are in docs/product/installing.md.
import { z } from 'zod'
import { id, instant } from '../core/fields.ts'
import { uninstallReceiptSchema } from './receipt-schemas.ts'
import { PRODUCTS } from '../core/enumerations.ts'
import { ERRORS, type ErrorCode } from '../core/errors.ts'
import { specialOutcomeSchema } from './special-install.ts'

const person = z.object({ id, name: z.string(), email: z.string() })

/** Whether the caller may do something. If not, `code` and `message` give the reason; otherwise both are null. */
export const mayDo = z.object({
  allowed: z.boolean(),
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]).nullable(),
  message: z.string().nullable(),
})

export type MayDo = z.output<typeof mayDo>

export const scopeAccessSchema = z.object({
  groups: z.array(z.object({ group: z.string(), mode: z.enum(['read', 'write']) })),
  other: z.array(z.string()).meta({ description: 'Scopes that belong to no host product, unchanged' }),
})

export const installedApplicationSchema = z
  .object({
    id: id.meta({ description: 'Id of the application' }),
    slug: z.string(),
    name: z.string(),
    icon: z.string().nullable(),
    product: z.enum(PRODUCTS),
    service: z.boolean(),
    installedAt: instant,
    installedBy: person.nullable().meta({ description: 'null if the account no longer exists' }),
    access: scopeAccessSchema,
    setup: z.enum(['pending', 'done']),
    usable: z.boolean().meta({ description: 'Whether the caller may use it' }),
    openPath: z
      .string()
      .nullable()
      .meta({ description: 'Path under `opensIn` at which it opens; null for a caller who may not use it' }),
    opensIn: z.enum(['marketplace', 'host']).nullable().meta({ description: 'This origin, or the host product' }),
    reportsPath: z
      .string()
      .nullable()
      .meta({ description: 'Path in the host product at which its reports are; null for a caller who may not use it' }),
    settingsUrl: z
      .string()
      .nullable()
      .meta({ description: 'Address of its settings; null for a caller who may neither use nor manage it' }),
    settingsPath: z.string().nullable().meta({
      description: 'Path on this origin at which its settings are shown; null if they are not shown here, or not to the caller',
    }),
    finish: z.object({ url: z.string(), text: z.string().nullable() }).nullable().meta({
      description: 'A last step on the developer’s site; null once it is marked done, and for a caller who does not manage it',
    }),
    agents: z.array(id).nullable().meta({ description: 'Who may use it; null for everybody' }),
  })
  .meta({ id: 'InstalledApplication' })

export type InstalledApplication = z.output<typeof installedApplicationSchema>

const directInstall = z
  .object({ url: z.string(), newTab: z.boolean() })
  .nullable()
  .meta({ description: 'Address to which the install button leads once the application is installed' })

const specialInstall = z
  .object({ origin: z.string() })
  .nullable()
  .meta({ description: 'Origin of the product that is told of the install and sets up an account; null for other applications' })

/** An application in the caller's organization, with all data that screens need. */
export const instanceSchema = z
  .object({
    id: id.meta({ description: 'Id of the application' }),
    installed: z.boolean(),
    installation: installedApplicationSchema.nullable(),
    owned: z.boolean().meta({ description: 'Whether the caller’s organization develops it' }),
    onboarding: z.json().nullable(),
    directInstall,
    specialInstall,
    payment: z.literal('needed').nullable().meta({ description: 'What was bought waits for a payment; null otherwise' }),
    paid: z
      .object({
        once: z.boolean(),
        until: instant.nullable().meta({ description: 'The end of what is paid, or of the trial; null if it lasts for ever' }),
        renews: z.boolean(),
      })
      .nullable()
      .meta({ description: 'What the organization has bought; null if it has bought nothing' }),
    can: z.object({ install: mayDo, open: mayDo, uninstall: mayDo, requestAccess: mayDo, manageAgents: mayDo }),
    /** Administrators to ask for access: the first NO_ACCESS_MAX_AGENTS by name, and how many more there are. */
    administrators: z.object({ names: z.array(z.string()), more: z.int() }),
  })
  .meta({ id: 'Instance' })

export type Instance = z.output<typeof instanceSchema>

export const installAnswerSchema = z
  .object({
    status: z.literal('installed'),
    error: z.null(),
    installation: installedApplicationSchema,
    directInstall,
    specialOutcome: specialOutcomeSchema.nullable().meta({
      description: 'What the product answered that was told of the install; null for other applications',
    }),
    redirectTo: z.string().nullable().meta({ description: 'Address of the settings if they open after the install, else null' }),
  })
  .meta({ id: 'InstallAnswer' })

export type InstallAnswer = z.output<typeof installAnswerSchema>

export const uninstallBodySchema = z.object({
  reason: z
    .string()
    .trim()
    .max(1000)
    .regex(/^[^\0]*$/)
    .default('')
    .meta({ description: 'Why, in the words of the person who uninstalls' }),
})

export const uninstallAnswerSchema = z
  .object({ status: z.literal('uninstalled'), error: z.null(), receipt: uninstallReceiptSchema })
  .meta({ id: 'UninstallAnswer' })

export const instanceChangeSchema = z.object({ setup: z.enum(['pending', 'done']) })

export const agentsChangeSchema = z.object({ agents: z.array(id.max(100)).max(1000).nullable() })

/** An application or service that an organization has bought or installed. */
export const marketProductSchema = z
  .object({
    id: id.meta({ description: 'Id of the application' }),
    slug: z.string(),
    name: z.string(),
    product: z.enum(PRODUCTS),
    productType: z.enum(['application', 'service']),
    status: z.enum(['installed', 'subscribed', 'cancelled']),
    since: instant,
  })
  .meta({ id: 'MarketProduct' })

export type MarketProduct = z.output<typeof marketProductSchema>

export const awaitingBodySchema = z.object({ application_id: id.min(1).max(100), email: z.email().max(254) })

export const awaitingAnswerSchema = z.object({ status: z.literal('awaiting') }).meta({ id: 'AwaitingAnswer' })

/** Everything that can refuse an install, in the order of the checks: docs/product/installing.md, Who may install. */
export const INSTALL_REFUSALS = [
  'APPLICATION_NOT_FOUND',
  'LICENSE_INACTIVE',
  'INSTALL_NOT_ALLOWED',
  'INSTALL_OWNER_ONLY',
  'INSTALL_NEEDS_BILLING',
  'INSTALL_NEEDS_SCOPES',
  'ALREADY_INSTALLED',
  'APPLICATION_NOT_ALLOWED',
  'UNDER_MAINTENANCE',
  'NOT_INSTALLABLE',
  'PLAN_TEAM_NEEDED',
  'PLAN_BUSINESS_NEEDED',
  'PLAN_ENTERPRISE_NEEDED',
  'PAYMENT_DUE',
] as const satisfies readonly ErrorCode[]

export type InstallRefusal = (typeof INSTALL_REFUSALS)[number]

/** Refusals that apply to every caller, in the same order. Pages that are the same for everybody may show them. */
export const UNIVERSAL_REFUSALS = [
  'UNDER_MAINTENANCE',
  'NOT_INSTALLABLE',
  'PAYMENT_DUE',
] as const satisfies readonly InstallRefusal[]

export type UniversalRefusal = (typeof UNIVERSAL_REFUSALS)[number]
