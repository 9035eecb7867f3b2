/** The marketplace's logo: three parts of a product, and one part that was added. */
export const BrandMark = ({ size = 28 }: { size?: number }) => (
  <svg aria-hidden viewBox="0 0 32 32" width={size} height={size} className="shrink-0">
    <rect width="32" height="32" rx="8" className="fill-primary" />
    <g className="fill-on-primary">
      <rect x="7.5" y="7.5" width="7.5" height="7.5" rx="2" />
      <rect x="7.5" y="17" width="7.5" height="7.5" rx="2" />
      <rect x="17" y="17" width="7.5" height="7.5" rx="2" />
    </g>
    <circle cx="20.75" cy="11.25" r="3.75" className="fill-[#8ea2ff] dark:fill-[#3346d3]" />
  </svg>
)
