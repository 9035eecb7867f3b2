import { CircleUserRound } from 'lucide-react'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { paths } from '../../lib/paths.ts'
import { signInHere } from '../../lib/session/start.ts'
import { useSession } from '../../lib/session/store.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'

/** A fixed width, so that nothing moves once it is known who is signed in. */
const SLOT = 'relative flex h-11 w-11 items-center justify-center lg:w-21'
const LINK =
  'flex size-11 items-center justify-center rounded-control text-sm font-semibold whitespace-nowrap transition-colors hover:bg-hover lg:h-10 lg:w-full lg:border lg:border-control/60 lg:bg-surface maybe:invisible'

const AccountMenu = lazyPart(async () => (await import('./AccountMenu.tsx')).AccountMenu)

/** The account in the header: a sign-in link, or the menu of a signed-in person, whose code is loaded after the sign-in. */
export const AccountSlot = ({ base, accountsUrl }: { base: string | null; accountsUrl: string }) => {
  const session = useSession()
  const authorized = session?.isAuthorized ?? false
  return (
    <div className={SLOT} data-account="">
      {authorized ? (
        <AccountMenu accountsUrl={accountsUrl} />
      ) : base === null ? (
        <Link to={paths.signIn()} onClick={signInHere} className={LINK}>
          <span className="max-lg:sr-only">Sign in</span>
          <Icon as={CircleUserRound} size={20} className="lg:hidden" />
        </Link>
      ) : (
        <a href={base + paths.signIn()} className={LINK}>
          <span className="max-lg:sr-only">Sign in</span>
          <Icon as={CircleUserRound} size={20} className="lg:hidden" />
        </a>
      )}
    </div>
  )
}
