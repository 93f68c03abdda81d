export const twoFactorMessages = {
  loading: 'Loading two-factor settings...',
  failed: 'Couldn’t load your two-factor settings',
  missingCode: 'Please enter the six-digit code from the app',
  missingName: 'Please enter a name',
  used: (seconds: number) =>
    `A code from this app has just been used. Wait ${seconds === 1 ? '1 second' : `${seconds} seconds`}, then enter the one it’s showing.`,
  begunAgain: 'Setup was restarted in another tab or on another device. Start again here, or continue there.',
  nameTaken: 'You already have an app with this name. Choose another name.',
  added: (name: string, listed: string) => `“${name}” is set up. It’s listed in your app as “${listed}”.`,
  removed: (name: string) => `“${name}” removed`,
  othersStillIn: 'We couldn’t log out your other devices. Log out and sign back in to end those sessions.',
  removal: (isLast: boolean) =>
    isLast
      ? 'You’ll go back to signing in with just your password. All your other devices will be logged out.'
      : 'You’ll sign in with the other app, and may need a code from it to continue. All your other devices will be logged out.',
  removalLocks: 'Two-factor authentication is required, so you’ll have no access until you set up another app.',
  lost: (email: string) =>
    `Use this if ${email} has lost their phone. They’ll be logged out everywhere and get an email about it. They can then sign in with just their password or, if two-factor authentication is required, set it up again. Make sure it really was ${email} who asked.`,
  lostRemoved: (email: string) => `Two-factor authentication removed for ${email}`,
  rule: {
    failed: 'Couldn’t load the two-factor setting',
    off: 'Off. Anyone without two-factor authentication can sign in with just a password.',
    on: (since: string) => `On since ${since}.`,
    needsOwn: 'Set up two-factor authentication for your own account first.',
    switchOn:
      'From now on, anyone signing in without two-factor authentication must set it up first. People already signed in have 24 hours. Anyone who knows an account’s password can set up its first authenticator app. The account holder gets an email about it.',
    switchOff: 'Anyone without two-factor authentication will be able to sign in with just a password.',
    isOn: 'Two-factor authentication is now required',
    isOff: 'Two-factor authentication is now optional',
    overview: 'Administrators can sign in with just a password.',
  },
} as const
