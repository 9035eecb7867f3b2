import { useContext, type ComponentProps } from 'react'
import { useHref, useLinkClickHandler, type LinkProps } from 'react-router'
import { useBeta, withBeta } from '../lib/beta-mode.ts'
import { ServerRenderContext } from '../lib/server-render.ts'

type Props = ComponentProps<'a'> & Pick<LinkProps, 'to' | 'preventScrollReset' | 'reloadDocument' | 'viewTransition'>

const modeOf = (to: Props['to'], beta: boolean): Props['to'] => (beta && typeof to === 'string' ? withBeta(to) : to)

/** The router's link without those of its features that no page uses, because every page would load their code (docs/decisions/0015). */
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
 * A link to a path of the variant. On the server it is a plain anchor: pages have about a hundred links, and the router's link would cost
 * time for each.
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
