/** A link of the column beside a list, which is a chip on small screens. */
export const navLink =
  'flex min-h-9 items-center justify-between gap-2 rounded-full border px-3.5 text-sm whitespace-nowrap transition-colors lg:min-h-8 lg:rounded-sm lg:border-transparent lg:px-3 lg:whitespace-normal'

export const navLook = (current: boolean): string =>
  current
    ? 'border-primary bg-primary font-semibold text-on-primary lg:bg-hover lg:text-ink'
    : 'border-line bg-surface hover:bg-hover lg:bg-transparent'
