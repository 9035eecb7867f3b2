import type { FastifyInstance } from 'fastify'
import type { Config } from './config/config.ts'
import { DEMO_PASSWORD } from './demo/seed-demo-accounts.ts'
import { ACCOUNTS } from './http/accounts-site.ts'
import { createHttpServer } from './http/server.ts'
import { registerAccessRequestRoutes } from './modules/access-requests/index.ts'
import { failurePage, openAccounts, registerAccountsRoutes } from './modules/accounts/index.ts'
import type { QueueMail } from './modules/mail/index.ts'
import { clientNames, queryAfterSignIn, registerOAuthRoutes, waitsForMessage } from './modules/oauth/index.ts'

type Parts = Required<
  Pick<Parameters<typeof createHttpServer>[0], 'log' | 'authenticate' | 'auditRefusal' | 'peers' | 'registry'>
> &
  Pick<Parameters<typeof openAccounts>[0], 'database' | 'clock' | 'deviceKey' | 'send' | 'showsMail'> &
  Pick<Parameters<typeof registerOAuthRoutes>[1], 'catalogue' | 'rules' | 'lockCaller' | 'noteUse'> & {
    config: Config
    queueMail: QueueMail
    /** For mails about the safety of an account. They are sent before all other mails. */
    queueSecurityMail: QueueMail
  }

/** The accounts server, with signing in, authorizations and access requests. It does not listen yet. */
export const openAccountsServer = async ({ config, queueMail, queueSecurityMail, ...parts }: Parts): Promise<FastifyInstance> => {
  const { log, authenticate, auditRefusal, peers, registry } = parts
  const { database, clock, deviceKey, send, showsMail, catalogue, rules, lockCaller, noteUse } = parts
  const { public: publicUrl, accounts: accountsUrl } = config.urls
  const server = await createHttpServer({
    log,
    site: { ...ACCOUNTS, failurePage: failurePage(publicUrl) },
    authenticate,
    auditRefusal,
    origin: accountsUrl,
    https: accountsUrl.startsWith('https:'),
    metricsToken: config.metricsToken,
    peers,
    registry,
  })
  const accounts = openAccounts({
    queueMail: queueSecurityMail,
    send,
    showsMail,
    database,
    clock,
    deviceKey,
    publicUrl,
    accountsUrl,
    secret: config.accountsSecret,
    demo: { password: DEMO_PASSWORD, signIns: config.demoSignIns },
    clientName: clientNames({ database, catalogue, clock }),
    queryAfterSignIn,
    isInPopup: waitsForMessage,
  })
  await registerAccountsRoutes(server, accounts)
  const { allowedHostOrigins } = config
  registerOAuthRoutes(server, { ...accounts, catalogue, rules, lockCaller, noteUse, allowedHostOrigins })
  registerAccessRequestRoutes(server, { database, clock, publicUrl, rules, queueMail, lockCaller })
  return server
}
