import type { ApplicationPage } from '@marketplace/contracts/page-data'
import { ExternalButtonLink } from '../../../ui/Button.tsx'

/** Where the person can go on: the developer's own page about it, or its guide. Nothing where there is neither. */
export const primaryLink = ({ links }: ApplicationPage): { href: string; text: string } | null =>
  links.website
    ? { href: links.website, text: 'Visit website' }
    : links.tutorial
      ? { href: links.tutorial, text: 'Read the guide' }
      : null

export const PrimaryAction = ({ page, className }: { page: ApplicationPage; className?: string }) => {
  const link = primaryLink(page)
  return (
    link && (
      <ExternalButtonLink
        href={link.href}
        size="lg"
        variant={page.underMaintenance ? 'secondary' : 'primary'}
        {...(className && { className })}
      >
        {link.text}
      </ExternalButtonLink>
    )
  )
}
