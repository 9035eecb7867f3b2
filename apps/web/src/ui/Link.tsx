import { useContext, type ComponentProps } from 'react'
import { useHref, useLinkClickHandler, type LinkProps } from 'react-router'
import { useBeta, withBeta } from '../lib/beta-mode.ts'
import { ServerRenderContext } from '../lib/server-render.ts'

type Props = ComponentProps<'a'> & Pick<LinkProps, 'to' | 'preventScrollReset' | 'reloadDocument' | 'viewTransition'>

const modeOf = (to: Props['to'], beta: boolean): Props['to'] => (beta && typeof to === 'string' ? withBeta(to) : to)

/** The router's own link knows about much more, which every page would load and none uses (docs/decisions/0015). */
const RoutedLink = ({
  to: given,
  preventScrollReset = false,
  reloadDocument = false,
  viewTransition = false,
  onClick,
  ...rest
}: Props) => {
  const to = modeOf(given, useBeta())
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    target: rest.target ?? '_self',
    preventScrollReset,
    viewTransition,
  })
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented && !reloadDocument) follow(event)
      }}
    >
      {rest.children}
    </a>
  )
}

/**
 * A link within the storefront, to a path of the variant. On a server it is the plain anchor that it will be anyway: there are a
 * hundred of them on a page, and the router works out more than a server needs.
 */
export const Link = (props: Props) => {
  const server = useContext(ServerRenderContext)
  const { to, preventScrollReset: _, reloadDocument: __, viewTransition: ___, ...rest } = props
  return server && typeof to === 'string' && to.startsWith('/') ? (
    <a {...rest} href={server.basename + (server.beta ? withBeta(to) : to)}>
      {props.children}
    </a>
  ) : (
    <RoutedLink {...props} />
  )
}
