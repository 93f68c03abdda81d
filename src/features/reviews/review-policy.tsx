import { site } from '@/content/site'
import type { ReviewNumbers } from '@/domain/review'
import { formatInteger } from '@/lib/format-integer'

const numbersText = ({ received, published, waiting, rejected }: ReviewNumbers, since: string) => {
  const reasons = Object.entries(rejected).sort(([, a], [, b]) => b - a)
  const unpublished = reasons.reduce((sum, [, count]) => sum + count, 0)
  const list = reasons.map(
    ([reason, count]) => `${reason === 'not recorded' ? 'reason not recorded' : reason}: ${formatInteger(count)}`,
  )
  const counts = [
    `${formatInteger(received)} received`,
    `${formatInteger(published)} published`,
    `${formatInteger(waiting)} waiting to be checked`,
    `${formatInteger(unpublished)} not or no longer published${list.length > 0 ? ` (${list.join(', ')})` : ''}`,
  ]
  return `Since ${since}, without spam: ${counts.join(', ')}.`
}

/** Id of the policy's heading. */
export const REVIEW_POLICY_ID = 'review-policy'

type ReviewPolicyProps = { numbers: ReviewNumbers | null | undefined; formatDate: (timestamp: string) => string }

/** The policy that the law asks for (DMCC Act 2024, Schedule 20, paragraph 13; CMA208), and the numbers to check it. */
export function ReviewPolicy({ numbers, formatDate }: ReviewPolicyProps) {
  return (
    <div className="mt-10 max-w-prose text-concrete-700 text-sm">
      <h3 id={REVIEW_POLICY_ID} tabIndex={-1} className="font-semibold">
        How we check reviews
      </h3>
      <p className="mt-3">
        Anyone we’ve worked for can review us here. We read every review before we publish it, and treat good and bad
        ones alike: the newest come first, and a low rating is no reason to leave one out. ‘Verified customer’ means the
        review came through a personal link that we emailed to a customer. We can’t confirm who wrote the others.
      </p>
      <p className="mt-3">
        We don’t publish reviews that we believe aren’t genuine, aren’t about our work, repeat another one, or contain
        abuse or personal details, and we record the reason for each one we leave out. We don’t pay for reviews or
        reward them, and don’t publish any that we know were. Authors can withdraw theirs by the link in our emails, or
        by emailing us. The average counts every published review. We chose the Featured Testimonials ourselves.
      </p>
      <p className="mt-3">
        <span>If you think a review is fake or unfair, or that yours is missing, please email </span>
        <a href={`mailto:${site.email}`} className="underline">
          {site.email}
        </a>
        <span>. We’ll look into it and put right any mistake.</span>
      </p>
      {numbers?.since && <p className="mt-3 tabular-figures">{numbersText(numbers, formatDate(numbers.since))}</p>}
    </div>
  )
}
