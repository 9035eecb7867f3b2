import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import { ExternalButtonLink } from '../../../ui/Button.tsx'

/** Where the person can go on: the developer's own page about it, or its guide. Nothing where there is neither. */
export const primaryLink = ({ links }: ApplicationPage): { href: string; text: string } | null =>
  links.website
    ? { href: links.website, text: 'Visit website' }
    : links.tutorial
      ? { href: links.tutorial, text: 'Read the guide' }
      : null

type Props = { page: ApplicationPage; className?: string; second?: boolean }

/** `second`: beside something that the page is for even more. */
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
