import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import { ExternalButtonLink } from '../../../ui/Button.tsx'

/** The link to the developer's website for the application, or to its guide; null if there is neither. */
export const primaryLink = ({ links }: ApplicationPage): { href: string; text: string } | null =>
  links.website
    ? { href: links.website, text: 'Visit website' }
    : links.tutorial
      ? { href: links.tutorial, text: 'Read the guide' }
      : null

type Props = { page: ApplicationPage; className?: string; second?: boolean }

/** `second` makes the button less prominent, for pages whose main action is another one. */
export const PrimaryAction = ({ page, className, second = false }: Props) => {
  const link = primaryLink(page)
  return (
    link && (
      <ExternalButtonLink
        href={link.href}
        size={second ? 'md' : 'lg'}
        variant={second || page.underMaintenance ? 'secondary' : 'primary'}
        {...(className && { className })}
      >
        {link.text}
      </ExternalButtonLink>
    )
  )
}
