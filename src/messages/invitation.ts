// Apart from the catalogue, as few visitors have an invitation.

export const invitationMessages = {
  open: {
    title: 'Thank you for working with us.',
    text: 'We have filled in what we know; please change what is not right, and tell us how it went.',
  },
  answered: {
    title: 'A testimonial has already come through this link.',
    text: 'If you would like to add to it, please use the form all the same.',
  },
  expired: {
    title: 'This link has expired.',
    text: 'We would still like to hear from you: the form works without it.',
  },
  withdrawn: {
    title: 'This link is no longer valid.',
    text: 'You can still send us a testimonial: the form works without it.',
  },
  unknown: {
    title: 'We do not know this link.',
    text: 'A newer email may have replaced it, or a part of it is missing. The form works without it.',
  },
} as const
