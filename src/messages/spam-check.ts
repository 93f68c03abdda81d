export const spamCheckMessages = {
  waiting: 'The spam check will appear here.',
  loading: 'Loading spam check...',
  unanswered: 'Please confirm you’re not a robot.',
  notLoaded:
    'Please load the spam check below the message and confirm you’re not a robot. If you’d rather not use Google, call or email us instead.',
  codeMissing: 'The spam check didn’t load. Please check your connection.',
  blocked:
    'The spam check didn’t load. Your browser or network may be blocking Google. Please call or email us instead.',
} as const
