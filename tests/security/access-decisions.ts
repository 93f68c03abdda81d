import { expect } from 'vitest'

// Access is refused by default. Each new table, function or public column fails the test until listed.

type Rights = {
  visitors: readonly string[]
  /** Users have the grants, but row-level security hides the rows. */
  users: { hidden?: readonly string[]; update?: readonly string[]; delete?: boolean }
}

export const TABLES: Readonly<Record<string, Rights>> = {
  reviews: { visitors: [], users: { update: ['status', 'reason', 'reason_note'], delete: true } },
  review_invitations: {
    visitors: [],
    users: { hidden: ['token_hash', 'earlier_token_hashes'], update: ['withdrawn_at'], delete: true },
  },
  enquiries: { visitors: [], users: { update: ['status'], delete: true } },
  publications: { visitors: [], users: {} },
  publication_items: { visitors: [], users: {} },
  projects: { visitors: [], users: {} },
}

const MOVED = { id: 'x', built_in: true, position: 1, status: 'published', published_at: null, content: null }
const HERO = { place: 'hero', position: 0, kind: 'built-in', built_in: '/pictures/hero/terrace', alt: '' }
const SITE = { changed: expect.any(Number), publication: { id: 1, items: [HERO] }, portfolio: [MOVED] }
const NUMBERS = { since: null, received: 0, published: 0, waiting: 0, rejected: {} }
const UNKNOWN = { state: 'unknown' }

/** Results for callers without rights. `unproven` lacks the code, if its result differs. */
export const FUNCTIONS: Readonly<Record<string, { visitors?: unknown; users?: unknown; unproven?: unknown }>> = {
  'admin_access()': { users: null, unproven: 'code' },
  'is_admin()': { visitors: false, users: false },
  'approved_review_summary()': { visitors: { count: 5, average: 4.8, numbers: NUMBERS } },
  'approved_reviews(timestamptz, uuid)': { visitors: [] },
  'review_invitation(text)': { visitors: UNKNOWN, users: UNKNOWN },
  'review_withdrawal(text)': { visitors: UNKNOWN, users: UNKNOWN },
  'moderation_counts(text)': {},
  'moderation_page(text, text, timestamptz, uuid, int4)': {},
  'enquiry_page(text, text, timestamptz, uuid, int4)': {},
  'waiting_counts(timestamptz)': {},
  'save_enquiry_note(uuid, text, text)': {},
  'moderate_reviews(_uuid, text, text, text, text)': {},
  'delete_reviews(_uuid)': {},
  'publication_history()': {},
  'publish(jsonb, int8)': {},
  'invitation_page(text, timestamptz, uuid, int4)': {},
  'site(int8, int8)': { visitors: SITE, users: SITE },
  'published_project(text)': { visitors: null, users: null },
  'admin_portfolio()': {},
  'missing_site_media(_text)': {},
  'save_project(text, int8, text, json)': {},
  'publish_project(text, int8, text, jsonb)': {},
  'set_project_status(text, text, bool)': {},
  'order_portfolio(_text, _text)': {},
  'delete_project(text)': {},
  'restore_project(text)': {},
  'delete_permanently(text, int8)': {},
  'delete_image_permanently(_text)': {},
  'project_history(text)': {},
  'two_factor_required_since()': {},
  'require_two_factor(bool)': {},
  'two_factor_wait(uuid)': { users: null },
  'release_rate_limit(text)': {},
  'admin_exists()': {},
  'is_last_admin(uuid)': {},
  'find_user(text)': {},
  'end_sessions(uuid)': {},
  'hit_rate_limit(text, int4, int4)': {},
  'claim_enquiry(uuid)': {},
  'reserve_enquiry_photo(uuid, text, int4, int4, int4)': {},
  'expired_enquiry_photos(_text)': {},
  'delete_enquiry_photo(text)': {},
  'claim_thanks(uuid, text)': {},
  'claim_reply(uuid, text)': {},
  'save_review_reply(uuid, text, text)': {},
  'withdraw_review(text)': {},
  'submit_invited_review(text, text, text, text, int4, text, text)': {},
  'claim_unused_site_media(uuid)': {},
  'claim_build(jsonb, int8, bool, bool, jsonb)': {},
  'record_failed_build(int8, bool)': {},
  'backup_page(text, jsonb)': {},
  'backup_state()': {},
  'begin_restore(text)': {},
  'restore_rows(text, text, _text)': {},
  'finish_restore(text)': {},
  'abandon_restore()': {},
  'is_restoring()': {},
}

/** A harmless value for each argument type. */
export const VALUES: Readonly<Record<string, unknown>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  text: 'x',
  _text: ['x'],
  _uuid: ['00000000-0000-4000-8000-000000000000'],
  bool: true,
  int4: 1,
  int8: 1,
  json: {},
  jsonb: {},
  timestamptz: '2020-01-01T00:00:00Z',
}
