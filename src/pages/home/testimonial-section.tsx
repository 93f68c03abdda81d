import { ArrowRight } from 'lucide-react'
import { Link } from '@/components/link'
import type { FeaturedReview } from '@/domain/review'
import { paths } from '@/paths'

export function TestimonialSection({ review }: { review: FeaturedReview }) {
  const { name, location, text, note } = review
  return (
    <section
      aria-labelledby="testimonial"
      className="bg-ink py-20 text-paper [--ring:#5fd070] lg:py-28 print:bg-transparent print:text-ink"
    >
      <div className="page-width grid gap-x-8 gap-y-8 lg:grid-cols-3">
        <h2 id="testimonial" className="eyebrow pt-2 text-green-light print:text-green-dark">
          What our customers say
        </h2>
        <figure className="break-inside-avoid lg:col-span-2">
          <blockquote
            dir="auto"
            className="max-w-4xl whitespace-pre-line text-2xl leading-snug font-medium text-balance wrap-anywhere md:text-4xl md:leading-snug"
          >
            {text}
          </blockquote>
          <figcaption className="mt-8 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-4 wrap-anywhere">
            <span>
              <bdi className="font-semibold">{name}</bdi>, <bdi>{location}</bdi>
              {note && <span className="block text-sm text-concrete-400">{note}</span>}
            </span>
            <Link
              to={paths.testimonials.href}
              className="inline-flex items-center gap-2 font-semibold underline underline-offset-4"
            >
              Read all testimonials <ArrowRight aria-hidden className="size-4" />
            </Link>
          </figcaption>
        </figure>
      </div>
    </section>
  )
}
