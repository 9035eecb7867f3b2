// The expected status of refunds, payouts and statements for every kind of caller.
import type * as endpoints from '@marketplace/contracts/billing/payout-endpoints'
import type { TestMarketplace } from './marketplace.ts'
import type { CallerName, Ids, PermissionRow } from './permission-rows.ts'

type SignedIn = (
  status: number,
  request?: PermissionRow['request'],
  over?: Partial<Readonly<Record<CallerName, number>>>,
) => PermissionRow

const MONTH = '2026-01'

/** A developer of the organization with a balance, a payout and a statement. */
const withDeveloper = async ({ sql, acme }: TestMarketplace, { sale }: Ids): Promise<void> => {
  const { organizationId } = acme.people.owner
  await sql(
    `insert into developers (id, slug, name, organization_id) values ('paid', 'paid', 'Paid', $1) on conflict do nothing`,
    [organizationId],
  )
  await sql(`set session_replication_role = replica; delete from refunds where sale_id = '${sale}';
    delete from ledger_entries where developer_id = 'paid'; delete from payouts;
    insert into ledger_entries (movement_kind, movement_id, account, developer_id, amount, available_at, at)
      values ('sale', 'earned', 'developer', 'paid', -5000, '2026-01-08', '2026-01-01');
    insert into payouts (id, developer_id, amount, state, created_at, updated_at) values ('payout', 'paid', 100, 'pending', now(), now());
    insert into statements (developer_id, month, document, issued_at) values ('paid', '${MONTH}', '${JSON.stringify({
      developer: { id: 'paid', name: 'Paid' },
      month: MONTH,
      issued_at: '2026-02-01T00:00:00.000Z',
      opening: 0,
      closing: 0,
      sales: 0,
      refunds: 0,
      payouts: 0,
      currency: 'usd',
      lines: [],
    })}', now()) on conflict do nothing; set session_replication_role = origin`)
}

export const payoutRows = (signedIn: SignedIn): Record<keyof typeof endpoints, PermissionRow> => {
  const staff = (request: PermissionRow['request']): PermissionRow => ({
    ...signedIn(403, request, { staff: 200 }),
    before: withDeveloper,
  })
  const none = { administrator: 403, viewer: 403, normal: 403, member: 403, ghost: 403, stranger: 404, application: 403 }
  const developer = (more: object = {}, body?: object): PermissionRow => ({
    ...signedIn(200, () => ({ params: { id: 'paid', ...more }, ...(body && { body }) }), none),
    before: withDeveloper,
  })
  return {
    listSales: staff(() => ({})),
    refundSale: staff(({ sale }) => ({ body: { sale_id: sale, cents: 1, note: 'Asked for' } })),
    listPayouts: staff(() => ({})),
    movePayout: staff(() => ({ params: { id: 'payout' }, body: { command: 'hold' } })),
    getDeveloperBalance: developer(),
    listDeveloperPayouts: developer(),
    requestPayout: developer({}, { cents: 100 }),
    listStatements: developer(),
    getStatement: developer({ month: MONTH }),
    getStatementPdf: developer({ month: MONTH }),
  }
}
