import { useContext, type ComponentProps } from 'react'
import { Link as RouterLink } from 'react-router'
import { ServerRenderContext } from '../lib/server-render.ts'

type Props = Omit<ComponentProps<typeof RouterLink>, 'discover' | 'relative' | 'prefetch' | 'defaultShouldRevalidate'>

/**
 * A link within the storefront, to a path of the variant. On a server it is the plain anchor that it will be anyway: there are a
 * hundred of them on a page, and the router works out more than a server needs.
 */
export const Link = (props: Props) => {
  const server = useContext(ServerRenderContext)
  const { to, viewTransition: _, preventScrollReset: __, replace: ___, reloadDocument: ____, state: _____, ...rest } = props
  return server && typeof to === 'string' && to.startsWith('/') ? (
    <a {...rest} href={server.basename + to}>
      {props.children}
    </a>
  ) : (
    <RouterLink discover="none" {...props} />
  )
}
