/** Letters on a coloured square, in place of a missing icon. Attributes set the colours, since the page's policy forbids inline styles. */
export const Monogram = ({ letters, colour, ink }: { letters: string; colour: string; ink: string }) => (
  <svg aria-hidden viewBox="0 0 56 56" className="size-full">
    <rect width="56" height="56" fill={colour} />
    <text
      x="28"
      y="29"
      textAnchor="middle"
      dominantBaseline="central"
      fontSize={letters.length > 2 ? 17 : 22}
      fontWeight="600"
      fill={ink}
    >
      {letters}
    </text>
  </svg>
)
