import { INVITE_RATE } from '@contract/auth-admin'
import { INVITATION_RATES } from '@contract/invitation'
import { AppError, type ErrorCode, isAppError } from '@/lib/errors'
import { BLOCKED } from '@/messages/load-error'
import { media } from './media-messages'
import { twoFactorMessages } from './two-factor-messages'

const errors = {
  offline: 'Couldn’t reach the server. Please check your connection and try again.',
  'timed-out': 'The server took too long to respond. Please check your connection and try again.',
  'signed-out': 'Your session has ended. Sign in again and we’ll bring you back here.',
  'not-allowed': 'You don’t currently have administrator rights.',
  banned: 'This account has been banned. Whoever runs the website can lift the ban.',
  'under-way': 'This is already being sent. Please try again in two minutes.',
  restoring:
    'A backup is being restored. Please try again when it has finished. If it was interrupted, whoever runs the website can resume it.',
  'too-many-built-in':
    'The server can store the order and visibility of up to 100 bundled projects. Ask whoever runs the website to remove old ones.',
  conflict: 'This has been changed in the meantime.',
  'not-found': 'This no longer exists. It may have been deleted in the meantime.',
  'last-admin': 'This is the last administrator. Make someone else an administrator first.',
  'email-exists': 'User already exists. Try resetting the password instead.',
  'setup-closed': 'An administrator already exists. Please sign in or reset the password.',
  'users-unchecked': 'Failed to check for existing users',
  'weak-password': 'This password is too weak.',
  'wrong-password': 'That isn’t your current password.',
  'password-needed': 'Please also enter your current password.',
  'wrong-code':
    'That code is incorrect or has expired. Enter the code the app is showing now. If that doesn’t work, check your phone’s clock.',
  'code-needed': 'This needs a code from your authenticator app. Please sign in again.',
  'link-ended':
    'This link has already been used or has expired. Request a new one, even if it was an invitation. Only the most recent link works.',
  'delivery-failed': 'The email couldn’t be sent. Please try again later.',
  'rate-limited': 'You’ve done this too many times in a short period. Please try again later.',
  'too-large': 'This is too large for the server.',
  'unsupported-type': 'The server doesn’t accept files of this type.',
  'disk-full': 'The server is out of storage. Ask whoever runs it to free some space, then try again.',
  refused: 'The server rejected this.',
  outdated:
    'The website has been updated since you opened this page. Copy anything you haven’t saved, then reload the page.',
  blocked: BLOCKED,
  unexpected: 'An unexpected error occurred',
} satisfies Partial<Record<ErrorCode, string>>

/** Formats a count, as in '2,000 reviews'. */
export const pluralise = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Admin messages, in the contract's wording (point 8) if it has one. */
export const adminMessages = {
  errors,
  waiting: {
    looking: 'Checking for new items...',
    nothing: 'Nothing needs your attention.',
    reviews: (count: number) => pluralise(count, 'review to moderate', 'reviews to moderate'),
    enquiries: (count: number) => pluralise(count, 'new enquiry', 'new enquiries'),
    overdue: (count: number) => `${count} waiting for more than one working day`,
    emails: (count: number) => pluralise(count, 'failed email'),
    thanks: (count: number) => pluralise(count, 'failed thank-you email'),
    invitations: (count: number) => pluralise(count, 'unanswered invitation'),
    build: {
      current: 'The rebuilt pages are up to date, so search engines and link previews get the live version.',
      older: 'Search engines and link previews are out of date. They can pick up the changes after the next rebuild.',
      ordered:
        'The site is being rebuilt. Visitors already see all changes. Search engines can pick them up once it’s done.',
      failed: (due: string) =>
        `Couldn’t start a rebuild.${due && ` The next attempt is after ${due}.`} Visitors already see all changes. Search engines can pick them up after the rebuild.`,
      waiting: (due: string) =>
        `The site will be rebuilt after ${due}. Visitors already see all changes. Search engines can pick them up once it’s done.`,
      spent: (due: string) =>
        `You’ve used all the rebuilds allowed in 30 days.${due && ` The next one is after ${due}.`} Visitors already see all changes. Search engines can pick them up after the next rebuild.`,
      lost: (since: string, times: number) =>
        `We’ve requested a rebuild ${pluralise(times, 'more time')} since ${since}, but the old pages are still live. Check your host’s build log for errors, then request another.`,
      notLive: 'The last rebuild never went live.',
      unreadable:
        'We can’t tell whether the latest pages are live, because /version.json couldn’t be read. Is the site password-protected, or SITE_URL wrong?',
    },
    orderOne: 'Request another rebuild',
    notOrdered: 'Couldn’t start a rebuild. Please try again in a few minutes.',
    failed: 'Couldn’t load this list.',
    outdated: (time: string) => `Last updated at ${time}. Refresh failed.`,
  },
  dashboard: {
    sectionFailed: 'Couldn’t load this section',
  },
  session: {
    gate: 'Please log in to access the admin dashboard',
    denied: 'Access denied. Admin privileges required.',
    missingPassword: 'Please enter your password',
    signedIn: 'Admin login successful',
    signedOut: 'Logged out successfully',
    signedOutHereOnly:
      'You’re logged out in this browser. We couldn’t reach the server, so other devices may still be signed in.',
    linkRefused: 'That link didn’t work. Request a new one and open it from the latest email.',
    endedUnsaved: 'Your session ended before your password was saved. Request a new link or sign in again.',
    resetSent: 'Password reset link sent to your email',
    resetFailed: 'Failed to send password reset email',
    setUp: 'Admin account created successfully',
    setUpNext: 'Admin account created. You can now log in.',
    setUpRefused: 'Failed to create admin account',
    setUpOff: 'Failed to create admin account. Setup is turned off on this server.',
    setUpFailed: 'Failed to set up admin account',
    passwordChanged: 'Password changed',
    savedWithoutRights: 'Your new password is saved, but this account doesn’t have administrator rights.',
    passwordsDiffer: 'The passwords don’t match.',
    othersStillIn:
      'Your password was changed, but we couldn’t log out your other devices. Log out and sign back in to end those sessions.',
    notice: {
      'signed-out':
        'You’re not signed in, or your session has ended. Sign in to continue. Nothing on this screen will be lost.',
      'not-allowed':
        'Your account doesn’t have administrator rights, or no longer does. Sign in with an account that has them.',
      banned:
        'Your account has been banned. Sign in with another one, or ask whoever runs the website to lift the ban.',
      'default-password':
        'Your account still has the default password, which is public. Choose your own, then set up two-factor authentication in the user manager.',
      'password-change': 'Your account still has the default password. Choose your own to unlock the dashboard.',
      code: 'Enter a code from your authenticator app to continue. Nothing on this screen will be lost.',
      'set-up':
        'Administrators now need two-factor authentication. Set it up to continue. Nothing on this screen will be lost.',
    },
    closed: (what: string) => `Sign in as an administrator to see the ${what}.`,
    weakReasons: {
      characters: 'Use a wider mix of characters: upper- and lower-case letters, numbers and symbols.',
      common: 'It’s too similar to a very common password, and attackers try those first.',
      context: 'It’s made of words that are easy to guess here, for example the company name.',
      pwned: 'It has appeared in a data breach, so attackers will try it first.',
    } as Readonly<Record<string, string>>,
  },
  secondFactor: twoFactorMessages,
  enquiries: {
    loading: 'Loading enquiries...',
    found: (total: number) => pluralise(total, 'enquiry', 'enquiries'),
    failedTitle: 'Error loading enquiries',
    resent: 'Email sent again',
    alreadySent: 'This email has already been sent, or is being sent right now.',
    deleted: 'Enquiry deleted',
    marked: (name: string, status: string) => `${name} marked as ${status}`,
    notMarked: 'Couldn’t update the enquiry.',
    notUndone: 'The status has been changed again in the meantime, so nothing was undone.',
    noteSaved: 'Note saved',
    noteChanged:
      'This note was changed in another tab, on another device or by someone else while you were editing. Which version do you want to keep?',
    gone: 'This enquiry has been deleted',
    photoDeleted: 'Photo deleted',
    photosFailed: 'Some photos couldn’t be loaded.',
  },
  users: {
    loading: 'Loading users...',
    none: 'No users found.',
    failed: 'Error loading users',
    denied: "You don't have permission to access this page",
    deniedTitle: 'Access Denied',
    deniedText: 'Only administrators can access the user management system.',
    missingEmail: 'Please enter an email address',
    missingRole: 'Please choose a role',
    found: 'User found',
    notFound: 'User not found',
    lookupFailed: 'Error looking up user',
    roleDenied: "You don't have permission to change admin roles",
    promoted: (email: string) => `${email} is now an admin`,
    demoted: (email: string) => `${email} is no longer an admin`,
    invited: (email: string) => `Invitation sent to ${email}`,
    inviteUnfinished: 'An unexpected error occurred. Please try again to finish the invitation.',
    inviteLimit: `Invitation not sent. You can send up to ${INVITE_RATE.ip.limit} an hour, and ${INVITE_RATE.email.limit} a day to the same address. Please try again later.`,
    removed: (email: string) => `${email} has been deleted`,
  },
  reviews: {
    loading: 'Loading reviews...',
    found: (total: number) => pluralise(total, 'review'),
    failedTitle: 'Error loading reviews',
    failed: 'Please check your connection and try again.',
    emptyPending: 'No pending reviews to approve.',
    emptyApproved: 'No published reviews.',
    emptyRejected: 'No deleted reviews.',
    noMatch: 'No reviews match your search.',
    approved: 'Review approved successfully',
    approvedMany: (count: number) => `${count} reviews approved successfully`,
    approveFailed: 'Failed to approve review',
    undone: 'Approval undone',
    undoFailed: 'Failed to undo the approval',
    rejected: 'Review moved to deleted',
    rejectedMany: (count: number) => `${count} reviews moved to deleted`,
    rejectFailed: 'Failed to move review to deleted',
    removed: 'Review permanently deleted',
    removedMany: (count: number) => `${count} reviews permanently deleted`,
    removeFailed: 'Failed to delete review',
    withdrawn: (count: number) => `${pluralise(count, 'review')} withdrawn by the author can’t be restored`,
    overtaken: 'This review has been moderated or withdrawn elsewhere. The list below is up to date.',
    overtakenMany: (count: number, asked: number) =>
      `Moderated or withdrawn elsewhere: ${count} of these ${asked} reviews. The list below is up to date.`,
  },
  approval: {
    failed: 'Failed to approve testimonial and send email',
    mailFailed: 'Testimonial approved, but the email wasn’t sent',
    done: (recipient: string) => `Testimonial approved and email sent to ${recipient}`,
    simulated: 'Demo: sample approved, no email sent',
    unknown:
      'We couldn’t find a testimonial for this link. It may have been permanently deleted, or the link may be incomplete.',
  },
  thanks: {
    sent: (recipient: string) => `Thank-you email sent to ${recipient}`,
    failed: 'The thank-you email wasn’t sent',
    simulated: 'Demo: no email sent',
  },
  invitations: {
    loading: 'Loading invitations...',
    found: (total: number) => pluralise(total, 'invitation'),
    failedTitle: 'Error loading invitations',
    none: 'No invitations yet.',
    noMatch: 'No invitations match your search.',
    sent: (recipient: string) => `Invitation sent to ${recipient}`,
    failed: 'The invitation wasn’t sent',
    notSent: 'Invitation saved, but the email couldn’t be sent. Try ‘Send again’ later.',
    exists: 'This person already has an unanswered invitation. You can resend it from the Invitations list.',
    closed: 'This invitation has since been answered or withdrawn.',
    limited: `You can send up to ${INVITATION_RATES.all.limit} invitations a day, and ${INVITATION_RATES.recipient.limit} to the same address in 30 days. Please try again later.`,
    withdrawn: 'Invitation withdrawn',
    removed: 'Invitation deleted',
  },
  exports: {
    failed: 'Couldn’t create the file',
  },
  simulation: {
    notFound: (id: string) => `Testimonial with id ${id} not found`,
    approved: 'Testimonial approved',
    approveFailed: 'Failed to approve testimonial',
    undone: 'Approval undone',
    undoFailed: 'Failed to undo the approval',
    rejected: 'Testimonial rejected',
    rejectFailed: 'Failed to reject testimonial',
    approvedAndMailed: 'Testimonial approved and email sent',
    approveAndMailFailed: 'Failed to approve testimonial and send email',
    deleted: 'Testimonial deleted',
    deleteFailed: 'There was an error deleting the testimonial. Please try again later.',
  },
  email: {
    missingEmail: 'Please enter a test email address',
    testSent: (to: string, from: string) => `Test email simulated to ${to} from ${from}`,
    testFailed: 'Failed to send test email',
    settingsUnknown: 'Couldn’t read the server settings',
    contradiction: 'Conflicting settings',
  },
  media,
  theme: {
    saved: (path: string) => `File saved: ${path}`,
    notAvailable: 'File content not available',
    unreadable: 'Couldn’t load the file',
  },
} as const

const errorTexts: Partial<Record<ErrorCode, string>> = errors

/** Returns the message for an admin error. `refused` and `code-used` have their own text in `detail`. */
export const adminErrorText = (error: unknown): string => {
  if (!(error instanceof AppError)) return errors.unexpected
  return (isAppError(error, 'refused', 'code-used') && error.detail) || (errorTexts[error.code] ?? errors.unexpected)
}
