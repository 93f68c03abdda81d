import type { SampleTestimonial } from '@/domain/moderation'

const thanks = { thanked_at: null, thanks_failed_at: null }
const reply = { reply: '', replied_at: null, reply_sent_at: null, reply_failed_at: null }
const rejection = { reason: null, reason_note: '', withdrawn_at: null }
const untouched = { verified: false, ...thanks, caught_as_spam: false, ...reply, ...rejection }

type Facts = Omit<SampleTestimonial, 'id' | 'approval_hash' | keyof typeof untouched>

const sample = (number: number, facts: Facts): SampleTestimonial => ({
  ...untouched,
  id: String(number),
  approval_hash: `sample-${number}`,
  ...facts,
})

/** Testimonials of fictional people. */
export const sampleTestimonials: readonly SampleTestimonial[] = [
  sample(1, {
    name: 'Sample: Eleanor Whitby',
    location: 'Hampstead, NW3',
    title: 'Quiet, tidy and on time',
    text: 'They dug a cellar beneath our terrace while we lived upstairs. The monitoring readings were on the kitchen table every Friday.',
    rating: 5,
    source: 'Website',
    email: 'sample.eleanor@example.com',
    created_at: '2026-02-03T09:20:00+00:00',
    moderated_at: null,
    status: 'pending',
  }),
  sample(2, {
    name: 'Sample: Kofi Mensah',
    location: 'Clerkenwell, EC1',
    title: null,
    text: 'Twelve pins in sequence, each one signed off by building control before the next was opened. One skip came late.',
    rating: 4,
    source: 'Google',
    email: '',
    created_at: '2026-01-27T15:05:00+00:00',
    moderated_at: null,
    status: 'pending',
  }),
  sample(3, {
    name: 'Sample: Ingrid Solheim',
    location: 'Mayfair, W1',
    title: 'A difficult site, well run',
    text: 'Hardly room for a wheelbarrow, and still the street was swept every evening.',
    rating: 5,
    source: 'Facebook',
    email: 'sample.ingrid@example.com',
    created_at: '2025-12-11T11:40:00+00:00',
    moderated_at: '2025-12-12T08:00:00+00:00',
    status: 'approved',
  }),
  sample(4, {
    name: 'Sample: Parcel Offers',
    location: 'London',
    title: 'Cheap parcels',
    text: 'Best parcel prices in Europe, write to us today.',
    rating: 5,
    source: 'Website',
    email: 'sample.parcels@example.com',
    created_at: '2025-11-30T23:15:00+00:00',
    moderated_at: '2025-12-01T09:00:00+00:00',
    status: 'rejected',
  }),
]
