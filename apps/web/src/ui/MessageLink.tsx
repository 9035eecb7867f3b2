type Props = {
  message: string
  /** Where something can be done about it; null for nowhere. */
  href: string | null
}

/** A message whose last sentence leads, in a tab of its own, to where something can be done about it. */
export const MessageLink = ({ message, href }: Props) => {
  if (href === null) return message
  const [, before = '', last] = /^(.*[.!?] )?(.+)$/s.exec(message) ?? []
  return (
    <>
      {before}
      <a href={href} target="_blank" rel="noopener" className="underline underline-offset-4">
        {last}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </>
  )
}
