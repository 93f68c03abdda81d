export const backupMessages = {
  what: 'Download a ZIP file of all accounts, reviews, enquiries, projects and pictures. It can be restored to an empty server.',
  lacks:
    'Not included: videos, images and hero slides saved only in a browser; passwords and two-factor authentication, which people set up again; sessions, settings and secrets.',
  warning: 'It contains everyone’s personal data. Keep it somewhere only you can open it.',
  reading: 'Reading the database...',
  waits: (isOffline: boolean) =>
    `${isOffline ? 'No connection.' : 'The server is busy.'} We’ll keep trying, or you can cancel.`,
  leave: {
    title: 'Stop the backup?',
    text: 'If you leave now, the backup is cancelled and nothing is saved.',
    leaveLabel: 'Stop and leave',
    stayLabel: 'Continue the backup',
  },
  saved: 'Backup saved',
  cancelled: 'Cancelled: no backup was saved',
  failed: 'Couldn’t create the backup',
  tooLarge: (limit: string) =>
    `The server holds more than ${limit}, the most this browser can save. On a computer with the website’s code, run this instead: npm run backup -- --to FOLDER`,
  restless: 'The data kept changing during the backup. Please try again when the dashboard is quieter.',
  notWritten: 'Couldn’t save the file. Free up some space on this device or choose another location.',
  lost: 'Backup saved, but the server is missing these pictures. Re-upload or delete them where they’re used:',
} as const
