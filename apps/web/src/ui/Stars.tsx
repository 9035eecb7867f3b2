const STAR = 'l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z'
const STARS = [10, 30, 50, 70, 90].map((x) => `M${x} 1.6${STAR}`).join('')
const WIDTH = 100

/** One star beside a rate in figures. A list has dozens, so it is drawn with few strokes. */
export const OneStar = () => (
  <svg aria-hidden viewBox="0 0 20 20" width={16} height={16} className="self-center fill-star">
    <path d={`M10 1.6${STAR}`} />
  </svg>
)

/** Five stars, filled to the rate. Hidden from screen readers, because the text beside them contains the rate. */
export const Stars = ({ rate, height = 18 }: { rate: number; height?: number }) => (
  <svg aria-hidden viewBox="0 0 100 20" width={height * 5} height={height} className="shrink-0">
    <path d={STARS} className="fill-star-rest" />
    <svg width={(rate / 5) * WIDTH} height={20} overflow="hidden">
      <path d={STARS} className="fill-star" />
    </svg>
  </svg>
)
