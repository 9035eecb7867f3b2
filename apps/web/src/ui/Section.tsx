import type { ReactNode } from 'react'

type Props = { id: string; title: string; more?: ReactNode; children: ReactNode }

/** A section of a page with its anchor. Its heading is the same as its name in SectionNav. */
export const Section = ({ id, title, more, children }: Props) => (
  <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-14 pt-10 outline-none md:pt-12">
    <div className="mb-4 flex items-baseline justify-between gap-6 md:mb-5">
      <h2 id={`${id}-title`} className="text-xl font-semibold md:text-2xl">
        {title}
      </h2>
      {more}
    </div>
    {children}
  </section>
)
