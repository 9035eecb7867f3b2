import { createElement, type SVGProps } from 'react'

type IconData = { node: [tag: string, attributes: Record<string, string>][] }

/** Replaces lucide's createLucideIcon (vite.config.ts), which would add 3 kB to every page. */
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
