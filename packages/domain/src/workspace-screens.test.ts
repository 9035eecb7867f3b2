import { paths } from '@marketplace/contracts/pages/paths'
import { describe, expect, test } from 'vitest'
import { screenAt } from './workspace-screens.ts'

describe('the screens of the workspace', () => {
  test.each([
    [paths.myApps(), 'My apps'],
    [paths.privateApps(), 'Private apps'],
    [paths.privateApp('a-slug'), 'Private app'],
    [paths.inReviewApps(), 'Apps in review'],
    [paths.inReviewApp('a-slug'), 'App in review'],
    [paths.embeddedApps(), 'Apps'],
    [paths.embeddedApp('a-slug'), 'App'],
    [paths.embeddedPrivateApps(), 'Private apps'],
    [paths.embeddedPrivateApp('a-slug'), 'Private app'],
  ])('%s is the screen "%s"', (path, heading) => {
    expect(screenAt(path)?.heading).toBe(heading)
  })

  test.each([paths.home(), paths.apps(), paths.underApps('my-apps'), paths.openApplication('x'), paths.signIn('/my-apps/')])(
    '%s is a page of the storefront',
    (path) => {
      expect(screenAt(path)).toBeNull()
    },
  )

  test.each(['/my-apps/x/', '/private-apps/not a slug/', '/private-apps/x/y/', '/private-apps/\n/', '/constructor/'])(
    'there is no screen at %j',
    (path) => expect(screenAt(path)).toBeNull(),
  )
})
