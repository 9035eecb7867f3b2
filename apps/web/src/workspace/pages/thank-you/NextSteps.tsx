import { BRAND } from '@marketplace/contracts/core/brand'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { chatsWay, settingsWay, WayInLink, waysIn } from '../../../features/installs/ways-in.tsx'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { useShell } from '../../kit/shell.ts'

type Props = { id: string; name: string; product: Product }

/** Buttons for the bought application: open it, its settings, or its place in the host product. */
export const NextSteps = ({ id, name, product }: Props) => {
  const { site } = useShell()
  const { data } = useEndpoint('product', 'GET /applications/{id}/instance', { params: { id } })
  const installation = data?.installation
  if (!installation) return null
  const ways = waysIn(installation, site)
  const settings = settingsWay(installation, site.hostUrl)
  const chats = chatsWay(product, site)
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
        <WayInLink way={chats} {...(ways.length > 0 || settings ? { variant: 'secondary' } : {})}>
          {chats.text}
          <span className="sr-only"> of {BRAND.products[product]}</span>
        </WayInLink>
      )}
    </div>
  )
}
