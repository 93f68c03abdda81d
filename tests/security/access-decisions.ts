// Who may do what over REST, and with the files of the Storage API. Each cell has a sign per operation:
//   X  done     0  taken, but no row is seen or changed (row-level security)     .  refused
// A new table, column, function or bucket fails the test until it is listed here.

/** What each sign of a column's cell answers. */
export const OPERATIONS = ['read', 'insert', 'update'] as const

const CALLERS = ['nobody', 'visitor', 'member', 'former']

type Decisions = Readonly<Record<string, Readonly<Record<string, string>>>>

const table = (text: string): Decisions =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => {
        const [object = '', ...cells] = line.trim().split(/ {2,}/)
        return [object, Object.fromEntries(CALLERS.map((caller, index) => [caller, cells[index] ?? '']))]
      }),
  )

/** Column by column: read, insert, update. */
export const COLUMN_DECISIONS = table(`
  reviews.id               ...  ...  0..  0..
  reviews.name             ...  ...  0..  0..
  reviews.location         ...  ...  0..  0..
  reviews.title            ...  ...  0..  0..
  reviews.text             ...  ...  0..  0..
  reviews.rating           ...  ...  0..  0..
  reviews.status           ...  ...  0.0  0.0
  reviews.source           ...  ...  0..  0..
  reviews.email            ...  ...  0..  0..
  reviews.approval_hash    ...  ...  0..  0..
  reviews.created_at       ...  ...  0..  0..
  reviews.moderated_at     ...  ...  0..  0..
  reviews.moderated_by     ...  ...  0..  0..
  reviews.search_text      ...  ...  0..  0..
  reviews.verified         ...  ...  0..  0..
  reviews.thanked_at       ...  ...  0..  0..
  reviews.thanks_failed_at   ...  ...  0..  0..
  reviews.thanks_claimed_at  ...  ...  0..  0..
  review_invitations.id             ...  ...  0..  0..
  review_invitations.name           ...  ...  0..  0..
  review_invitations.email          ...  ...  0..  0..
  review_invitations.location       ...  ...  0..  0..
  review_invitations.token_hash     ...  ...  ...  ...
  review_invitations.delivery       ...  ...  0..  0..
  review_invitations.sent_at        ...  ...  0..  0..
  review_invitations.expires_at     ...  ...  0..  0..
  review_invitations.answered_at    ...  ...  0..  0..
  review_invitations.withdrawn_at   ...  ...  0.0  0.0
  review_invitations.review_id      ...  ...  0..  0..
  review_invitations.created_at     ...  ...  0..  0..
  enquiries.id             ...  ...  0..  0..
  enquiries.kind           ...  ...  0..  0..
  enquiries.name           ...  ...  0..  0..
  enquiries.email          ...  ...  0..  0..
  enquiries.phone          ...  ...  0..  0..
  enquiries.subject        ...  ...  0..  0..
  enquiries.message        ...  ...  0..  0..
  enquiries.source         ...  ...  0..  0..
  enquiries.domain         ...  ...  0..  0..
  enquiries.delivery       ...  ...  0..  0..
  enquiries.delivered_at   ...  ...  0..  0..
  enquiries.created_at     ...  ...  0..  0..
  enquiries.attempted_at   ...  ...  0..  0..
  enquiries.answered_at            ...  ...  0.0  0.0
  publications.id                  ...  X..  0..  0..
  publications.published_at        ...  X..  0..  0..
  publications.published_by        ...  ...  0..  0..
  publications.publisher           ...  ...  0..  0..
  publication_items.publication_id  ...  X..  0..  0..
  publication_items.place          ...  X..  0..  0..
  publication_items.position       ...  X..  0..  0..
  publication_items.kind           ...  X..  0..  0..
  publication_items.alt            ...  X..  0..  0..
  publication_items.width          ...  X..  0..  0..
  publication_items.height         ...  X..  0..  0..
  publication_items.stills         ...  X..  0..  0..
  publication_items.still_widths   ...  X..  0..  0..
  publication_items.video          ...  X..  0..  0..
  publication_items.built_in       ...  X..  0..  0..
`)

/** Table by table: read all columns, delete. */
export const TABLE_DECISIONS = table(`
  reviews     ..  ..  00  00
  review_invitations   ..  ..  .0  .0
  enquiries   ..  ..  00  00
  publications        ..  ..  0.  0.
  publication_items   ..  X.  0.  0.
`)

/** What each sign of a bucket's cell answers. */
export const FILE_OPERATIONS = ['read a file of', 'list', 'add to', 'replace in', 'remove from'] as const

/** Bucket by bucket, in that order. */
export const BUCKET_DECISIONS = table(`
  site-media  X0..0  X0..0  X0..0  X0..0
`)

const SUMMARY = '{"count":5,"average":4.8}'
const ITEM = {
  alt: '',
  kind: 'built-in',
  place: 'hero',
  stills: [],
  built_in: '/pictures/hero/terrace',
  position: 0,
  still_widths: [],
}
const PUBLISHED = JSON.stringify({ id: 1, items: [ITEM] })
const UNKNOWN = '{"state":"unknown"}'

/** Function by function: the answer, or `.`. */
export const FUNCTION_DECISIONS = table(`
  is_admin()                                .  false  false  false
  approved_review_summary()                 .  ${SUMMARY}  .  .
  approved_reviews(timestamptz, uuid)       .  []  .  .
  moderation_counts(text)                   .  .  .  .
  moderation_page(text, text, timestamptz, uuid, int4)  .  .  .  .
  enquiry_page(text, text, timestamptz, uuid, int4)  .  .  .  .
  waiting_counts()                          .  .  .  .
  publication_history()                     .  .  .  .
  publish(jsonb, int8)                      .  .  .  .
  current_publication()                     .  ${PUBLISHED}  null  null
  invitation_page(text, int4, int4)         .  .  .  .
  review_invitation(text)                   .  ${UNKNOWN}  ${UNKNOWN}  ${UNKNOWN}
  release_rate_limit(text)                  .  .  .  .
  admin_exists()                            .  .  .  .
  is_last_admin(uuid)                       .  .  .  .
  find_user(text)                           .  .  .  .
  hit_rate_limit(text, int4, int4)          .  .  .  .
  claim_enquiry(uuid)                       .  .  .  .
  claim_thanks(uuid)                        .  .  .  .
  submit_invited_review(text, text, text, text, int4, text, text)  .  .  .  .
  claim_unused_site_media()                 .  .  .  .
`)
