import { createElement, type SVGProps } from 'react'

type IconData = { node: [tag: string, attributes: Record<string, string>][] }

/** What lucide's icons are drawn by, in place of its own createLucideIcon (vite.config.ts): 3 kB that every page would carry. */
const createIcon =
  ({ node }: IconData) =>
  ({ size = 24, ...rest }: SVGProps<SVGSVGElement> & { size?: number }) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )

export default createIcon
