import { ExternalLink } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'

export type ButtonLook = { variant?: 'primary' | 'secondary' | 'quiet'; size?: 'sm' | 'md' | 'lg' }

const variants = {
  primary: 'bg-primary text-on-primary hover:bg-primary-hover',
  secondary: 'border border-control/60 bg-surface text-ink hover:bg-hover',
  quiet: 'text-ink hover:bg-hover',
}
const sizes = { sm: 'min-h-8 px-3 text-sm', md: 'min-h-10 px-4 text-sm', lg: 'min-h-12 px-6 text-base' }

const buttonClass = ({ variant = 'primary', size = 'md' }: ButtonLook, className?: string): string =>
  classNames(
    'inline-flex items-center justify-center gap-2 rounded-control font-semibold transition-colors active:translate-y-px disabled:pointer-events-none disabled:opacity-50',
    variants[variant],
    sizes[size],
    className,
  )

export const Button = ({ variant, size, className, type = 'button', ...rest }: ButtonLook & ComponentProps<'button'>) => (
  <button type={type} className={buttonClass({ ...(variant && { variant }), ...(size && { size }) }, className)} {...rest} />
)

/** A link within the storefront, styled as a button. */
export const ButtonLink = ({ variant, size, className, ...rest }: ButtonLook & ComponentProps<typeof Link>) => (
  <Link className={buttonClass({ ...(variant && { variant }), ...(size && { size }) }, className)} {...rest} />
)

/** A link to another document of this site, styled as a button. */
type AnchorProps = ButtonLook & ComponentProps<'a'> & { href: string }

export const ButtonAnchor = ({ variant, size, className, children, ...rest }: AnchorProps) => (
  <a className={buttonClass({ ...(variant && { variant }), ...(size && { size }) }, className)} {...rest}>
    {children}
  </a>
)

type ExternalProps = ButtonLook & { href: string; className?: string; children: ReactNode }

/** A link to another site, styled as a button. It opens a new tab and says so. */
export const ExternalButtonLink = ({ href, className, children, ...look }: ExternalProps) => (
  <a href={href} target="_blank" rel="nofollow noopener" className={buttonClass(look, className)}>
    {children}
    <Icon as={ExternalLink} />
    <span className="sr-only">(opens in a new tab)</span>
  </a>
)
