import { BRAND } from '@marketplace/contracts/core/brand'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { hostPages } from '@marketplace/contracts/pages/buying-paths'
import { hostAddress } from '@marketplace/domain/application-addresses'
import { settingsWay, WayInLink, waysIn } from '../../../features/installs/ways-in.tsx'
import { ExternalButtonLink } from '../../../ui/Button.tsx'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { useShell } from '../../kit/shell.ts'

type Props = { id: string; name: string; product: Product }

/** Buttons to go on with the bought application: open it, its settings, or its place in the host product. */
export const NextSteps = ({ id, name, product }: Props) => {
  const { site } = useShell()
  const { data } = useEndpoint('product', 'GET /applications/{id}/instance', { params: { id } })
  const installation = data?.installation
  if (!installation) return null
  const ways = waysIn(installation, site)
  const settings = settingsWay(installation, site.hostUrl)
  const chats = product === 'livechat' ? hostAddress(hostPages.chats, site.hostUrl) : null
  const others = ways.length > 0 ? { variant: 'secondary' as const } : {}
  const of = <span className="sr-only"> of {name}</span>
  return (
    <div className="flex flex-wrap gap-2">
      {ways.map((way, index) => (
        <WayInLink key={way.href} way={way} {...(index > 0 && { variant: 'secondary' })} />
      ))}
      {settings && (
        <WayInLink way={settings} {...others}>
          Open settings{of}
        </WayInLink>
      )}
      {chats && (
        <ExternalButtonLink href={chats} {...(ways.length > 0 || settings ? { variant: 'secondary' } : {})}>
          Go to Chats<span className="sr-only"> of {BRAND.products[product]}</span>
        </ExternalButtonLink>
      )}
    </div>
  )
}
