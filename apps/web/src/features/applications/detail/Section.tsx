import type { ReactNode } from 'react'
import type { SectionId } from './sections.ts'

/** A section with its anchor. Its heading is the name that the anchors above the sections give it. */
export const Section = ({ id, title, children }: { id: SectionId; title: string; children: ReactNode }) => (
  <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-14 pt-10 outline-none md:pt-12">
    <h2 id={`${id}-title`} className="mb-4 text-xl font-semibold md:mb-5 md:text-2xl">
      {title}
    </h2>
    {children}
  </section>
)
