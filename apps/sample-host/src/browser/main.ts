import { passMessagesOf } from '@marketplace/app-frame/passing'
import { readHostPage, type ProductPage } from './host-page.ts'
import { loadInstalled } from './installed.ts'
import { showMarketplace } from './marketplace-screen.ts'
import { startComposer } from './message-box.ts'
import { tellTheme } from './placement.ts'
import { showAccount, showInRail } from './rail.ts'
import { openSession } from './session.ts'
import { showReportFilters } from './report-filters.ts'
import { type Apps, showSlots } from './slots.ts'
import { onTheme, startTheme } from './theme.ts'

const start = (page: ProductPage): void => {
  passMessagesOf(page.origins.marketplace, page.origins.accounts)
  const session = openSession(page)
  /** Numbers the requests, so that a late answer does not replace a newer one. */
  let asked = 0

  const show = (apps: Apps) => {
    showInRail(apps.state === 'loaded' ? apps.apps : [], page)
    showSlots(apps, { page, session, retry: () => void load() })
  }
  const load = async () => {
    const mine = ++asked
    let apps: Apps
    try {
      apps = session.person() ? { state: 'loaded', apps: await loadInstalled(session, page) } : { state: 'nobody' }
    } catch {
      apps = { state: session.person() ? 'failed' : 'nobody' }
    }
    if (mine === asked) show(apps)
  }
  /**
   * Loads the installed applications again after a change in the marketplace. A person who has installed something there is signed in at
   * the accounts server, so a silent sign-in works here too.
   */
  const refresh = async () => {
    await session.restore(true)
    await load()
  }

  session.onChange(() => {
    showAccount(session)
    void load()
  })
  showAccount(session)
  show({ state: session.person() ? 'loading' : 'nobody' })
  const marketplace = document.querySelector('[data-marketplace]')
  if (marketplace) showMarketplace(marketplace, { page, session, refresh: () => void refresh() })
  startComposer(page)
  showReportFilters()
  onTheme(tellTheme)
  startTheme()
  if (session.person()) void load()
  else void session.restore()
}

const page = readHostPage()
if (page.product) start({ ...page, product: page.product })
else startTheme()
