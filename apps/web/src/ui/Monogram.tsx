const channel = (value: number): number => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** White or near-black, whichever reads better on the colour (WCAG's relative luminance). */
export const letterColour = (colour: string): string => {
  const hex = /^#([0-9a-f]{6})$/i.exec(colour)?.[1]
  if (!hex) return '#fff'
  const value = Number.parseInt(hex, 16)
  const luminance = 0.2126 * channel(value >> 16) + 0.7152 * channel((value >> 8) & 255) + 0.0722 * channel(value & 255)
  return 1.05 / (luminance + 0.05) >= 4.5 ? '#fff' : '#17181c'
}

/** Letters on a colour, for what has no icon. Drawn with attributes, since the page allows no style of its own. */
export const Monogram = ({ letters, colour }: { letters: string; colour: string }) => (
  <svg aria-hidden viewBox="0 0 56 56" className="size-full">
    <rect width="56" height="56" fill={colour} />
    <text
      x="28"
      y="29"
      textAnchor="middle"
      dominantBaseline="central"
      fontSize={letters.length > 2 ? 17 : 22}
      fontWeight="600"
      fill={letterColour(colour)}
    >
      {letters}
    </text>
  </svg>
)
