export const secondFactor = {
  loading: 'Looking for your second factor...',
  failed: 'Your second factor could not be looked up',
  missingCode: 'Please enter the six digits from the app',
  missingName: 'Please give it a name',
  used: (seconds: number) =>
    `A code of this app was used a moment ago. Wait ${seconds} seconds, then enter the one it shows.`,
  begunAgain: 'This was begun again elsewhere. Please start again here, or go on there.',
  nameTaken: 'You already have one with this name. Choose another.',
  added: (name: string, listed: string) => `“${name}” is set up. The app lists it as “${listed}”.`,
  removed: (name: string) => `“${name}” is no longer a second factor`,
  othersStillIn: 'Other devices could not be logged out. Log out and in again to end them.',
  removal: (isLast: boolean) =>
    isLast
      ? 'You will sign in with your password alone again. Every other device on which you are logged in is logged out.'
      : 'You will sign in with the other one, and may need its code to go on. Every other device on which you are logged in is logged out.',
  removalLocks: 'As long as administrators need a second factor, you have no rights until you set up another.',
  lost: (email: string) =>
    `For a lost phone: ${email} is logged out everywhere, gets an email about it, and then signs in with just the password or, where administrators need a second factor, sets up a new one. Be sure that it was ${email} who asked you.`,
  lostRemoved: (email: string) => `The second factor of ${email} is removed`,
  rule: {
    failed: 'Whether administrators need a second factor could not be read',
    off: 'Off: anyone without a second factor can sign in with just a password.',
    on: (since: string) => `On since ${since}.`,
    needsOwn: 'Set up your own second factor first.',
    switchOn:
      'Whoever signs in from now on without a second factor can only set one up. Those who are signed in now can go on for 24 hours. Whoever has the password of an account sets up its first one; the account’s owner gets an email about it.',
    switchOff: 'Anyone without a second factor will be able to sign in with just a password.',
    isOn: 'Administrators need a second factor from now on',
    isOff: 'Administrators no longer need a second factor',
    overview: 'Administrators can sign in with just a password.',
  },
} as const
