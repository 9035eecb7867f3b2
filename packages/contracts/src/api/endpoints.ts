import * as accessRequests from '../access-requests/endpoints.ts'
import * as accounts from '../accounts/endpoints.ts'
import * as accountPages from '../accounts/page-endpoints.ts'
import * as secondFactor from '../accounts/second-factor-endpoints.ts'
import * as analytics from '../analytics/endpoints.ts'
import * as applicationRules from '../application-rules/endpoints.ts'
import * as billing from '../billing/endpoints.ts'
import * as payouts from '../billing/payout-endpoints.ts'
import * as carts from '../carts/endpoints.ts'
import * as catalogue from '../catalogue/endpoints.ts'
import * as charges from '../charges/endpoints.ts'
import * as estate from '../estate/endpoints.ts'
import * as installs from '../installs/endpoints.ts'
import * as oauth from '../oauth/endpoints.ts'
import * as organizations from '../organizations/endpoints.ts'
import * as pages from '../pages/endpoints.ts'
import * as partners from '../partners/endpoints.ts'
import * as partnersStaff from '../partners/staff-endpoints.ts'
import * as partnersVisitors from '../partners/visitor-endpoints.ts'
import * as payments from '../payments/endpoints.ts'
import * as pictures from '../pictures/endpoints.ts'
import * as ratings from '../ratings/endpoints.ts'
import * as search from '../search/endpoints.ts'
import * as site from '../site/endpoints.ts'
import * as webhooks from '../webhooks/endpoints.ts'

/** All endpoints, by id. */
export const ENDPOINTS = {
  ...accessRequests,
  ...accounts,
  ...accountPages,
  ...secondFactor,
  ...analytics,
  ...applicationRules,
  ...billing,
  ...payouts,
  ...carts,
  ...catalogue,
  ...charges,
  ...estate,
  ...installs,
  ...oauth,
  ...organizations,
  ...pages,
  ...partners,
  ...partnersStaff,
  ...partnersVisitors,
  ...payments,
  ...pictures,
  ...ratings,
  ...search,
  ...site,
  ...webhooks,
}
