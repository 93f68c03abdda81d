export const invitationMessages = {
  open: {
    title: 'Thank you for working with us.',
    text: 'We’ve filled in your details. Please correct anything that’s wrong and tell us how it went.',
  },
  answered: {
    title: 'This link has already been used.',
    text: 'If you’d like to add anything, you can still use the form below.',
  },
  expired: {
    title: 'This link has expired.',
    text: 'We’d still like to hear from you. You can use the form below without it.',
  },
  withdrawn: {
    title: 'This link is no longer valid.',
    text: 'You can still send us a testimonial using the form below.',
  },
  unknown: {
    title: 'We don’t recognise this link.',
    text: 'It may be incomplete, or a newer email may have replaced it. You can still use the form below.',
  },
} as const
