// Suspends an account of the demo in every product, or ends the suspension: node suspend.ts EMAIL true|false
import { withStore } from '../apps/server/src/cli/open-store.ts'

const [email, suspended] = process.argv.slice(2)
await withStore(async ({ client }) => {
  await client.pool.query('update memberships set suspended = $2 where account_id = (select id from accounts where email = $1)', [
    email,
    suspended === 'true',
  ])
})
