import type { ExpertPage } from '@marketplace/contracts/pages/people'
import { ExternalLink } from '../../ui/ExternalLink.tsx'

/** Customers' testimonials: plain text that keeps its line breaks. */
export const Testimonials = ({ testimonials, name }: { testimonials: ExpertPage['testimonials']; name: string }) =>
  testimonials.length === 0 ? (
    <p className="text-muted">Nobody has written about {name} yet.</p>
  ) : (
    <ul className="grid gap-x-10 gap-y-8 md:grid-cols-2">
      {testimonials.map((testimonial) => (
        <li key={testimonial.id}>
          <figure className="border-s-2 border-line ps-5">
            <blockquote dir="auto" className="whitespace-pre-line">
              {testimonial.text}
            </blockquote>
            <figcaption className="mt-2 flex flex-wrap items-center gap-x-2 text-sm text-muted">
              {testimonial.website ? (
                <ExternalLink href={testimonial.website} className="min-h-6 font-semibold text-ink">
                  <bdi>{testimonial.name}</bdi>
                </ExternalLink>
              ) : (
                <bdi className="font-semibold text-ink">{testimonial.name}</bdi>
              )}
              <span className="text-xs">{testimonial.date}</span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
