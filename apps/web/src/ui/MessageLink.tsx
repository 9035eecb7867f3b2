type Props = {
  message: string
  /** The page on which the person can react to the message; null if there is none. */
  href: string | null
}

/** A message whose last sentence is a link that opens in a new tab. */
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
