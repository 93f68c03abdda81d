import { ENQUIRY_PHOTO_LIMITS } from '@contract/limits'

/** Texts of the contact form's photo field. */
export const photoMessages = {
  hint: `Up to ${ENQUIRY_PHOTO_LIMITS.photos} photos. We’ll remove location data and make them smaller before they’re sent.`,
  tooMany: `You can add up to ${ENQUIRY_PHOTO_LIMITS.photos} photos.`,
  problems: {
    empty: 'This file is empty. Please choose another photo.',
    'too-large': 'This file is larger than 25 MB. Please choose a smaller photo.',
    'not-a-photo': 'This file isn’t a photo we can read. Please choose a JPEG or PNG.',
    heic: 'This browser can’t open this HEIC photo. Please save it as a JPEG, or send it from an iPhone.',
    broken: 'This photo is damaged or incomplete. Please choose another one.',
    'too-many-pixels': 'This photo has more than 64 megapixels. Please choose a smaller one.',
    failed: 'This photo couldn’t be uploaded. Please try again.',
    full: 'We can’t take photos just now. Your message will be sent without this one.',
  },
  status: (ready: number, total: number) =>
    total > 0 ? `${ready} of ${total} ${total === 1 ? 'photo' : 'photos'} uploaded` : '',
  unsendable: (names: readonly string[]) =>
    names.length === 1
      ? `${names[0]} can’t be sent. Remove it, or send your message without it.`
      : `${names.join(', ')} can’t be sent. Remove them, or send your message without them.`,
  sentWithout: 'We couldn’t take all of your photos just now. You can send them when we reply.',
} as const

/** Reason why a photo can't be sent. */
export type PhotoProblem = keyof typeof photoMessages.problems
