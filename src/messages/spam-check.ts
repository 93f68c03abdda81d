// Apart from the catalogue, as few sites have a spam check.

export const spamCheckMessages = {
  waiting: 'The spam check opens here.',
  loading: 'Loading the spam check...',
  unanswered: 'Please confirm that you are not a robot.',
  notLoaded:
    'Please load the spam check below the message and confirm that you are not a robot. If you would rather not use Google, call us or send an email instead.',
  codeMissing: 'The spam check could not be loaded. Please check your connection.',
  blocked:
    'The spam check could not be loaded; your browser or network may block Google. Please call us or send an email instead.',
} as const
