// The expected statuses of the webhooks of an application: its developers read and change them, staff read them.
import type * as endpoints from '@marketplace/contracts/webhooks/endpoints'
import type { CallerName, PermissionRow } from './permission-rows.ts'
import type { TestMarketplace } from './marketplace.ts'

type SignedIn = (status: number, request?: PermissionRow['request'], over?: Partial<Record<CallerName, number>>) => PermissionRow

const EVENT = 'told'

/** An event of the application that has arrived. */
const withEvent = async ({ sql }: TestMarketplace, { application }: { application: string }): Promise<void> => {
  await sql(`update applications set webhook_url = 'https://receiver.test/' where id = $1`, [application])
  await sql(
    `insert into webhook_endpoints (application_id, secret, created_at) values ($1, 'c2VjcmV0', now()) on conflict do nothing`,
    [application],
  )
  await sql(`update webhook_endpoints set previous_secrets = '[]' where application_id = $1`, [application])
  await sql(
    `insert into webhook_events (id, application_id, sequence, event, body, created_at, due_at, delivered_at)
     values ($1, $2, 1, 'application_installed', '{}', now(), now(), now()) on conflict do nothing`,
    [EVENT, application],
  )
}

const NOT_BY_AN_APPLICATION = { application: 403, stranger: 404 }

export const webhookRows = (signedIn: SignedIn): Record<keyof typeof endpoints, PermissionRow> => {
  const row = (parameters: object, body: object | undefined, over: object): PermissionRow => ({
    ...signedIn(200, ({ application }) => ({ params: { id: application, ...parameters }, ...(body && { body }) }), {
      ...NOT_BY_AN_APPLICATION,
      ...over,
    }),
    before: withEvent,
  })
  const read = (parameters: object = {}) => row(parameters, undefined, {})
  const change = (body?: object, parameters: object = {}) => row(parameters, body, { staff: 403, ghost: 403 })
  return {
    getWebhook: read(),
    listWebhookEvents: read(),
    getWebhookEvent: read({ event: EVENT }),
    rotateWebhookSecret: change({}),
    enableWebhook: change(),
    replayWebhookEvent: change(undefined, { event: EVENT }),
    replayWebhookEvents: change({ since: new Date().toISOString() }),
  }
}
