import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { screenAt } from '@marketplace/domain/workspace-screens'
import { expect, test } from 'vitest'
import { paths } from './paths.ts'
import { isWorkspacePath } from './workspace-path.ts'

// workspace/app/screens.test.ts compares the address of each screen.
test.each([
  paths.myApps(),
  paths.privateApps(),
  paths.privateApp('x'),
  paths.inReviewApps(),
  paths.inReviewApp('x'),
  paths.embeddedApps(),
  paths.embeddedApp('x'),
  paths.embeddedPrivateApps(),
  paths.embeddedPrivateApp('x'),
  buyingPaths.cart(),
  buyingPaths.checkout('x'),
  buyingPaths.thanks('x'),
  buyingPaths.cartCheckout('x'),
  buyingPaths.cartReview('x'),
  buyingPaths.chargeThanks('x', 'direct_charge'),
  buyingPaths.billing(),
  buyingPaths.invoice('x'),
  '/cartography/',
  paths.home(),
  paths.apps(),
  paths.underApps('my-apps'),
  paths.openApplication('x'),
  paths.applicationSettings('x'),
  '/apps/x/open/more/',
  '/apps/x/opener/',
  paths.signIn(paths.myApps()),
  paths.search(),
])('the browser and the server agree where %s leads', (path) => expect(isWorkspacePath(path)).toBe(screenAt(path) !== null))
