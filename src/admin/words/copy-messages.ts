export const copyMessages = {
  what: 'Download a ZIP file of the accounts, reviews, enquiries, projects and pictures on the server, from which all of it can be put onto an empty server.',
  lacks:
    'Not in it: what lies in a browser only (videos, images, hero slides), passwords, sessions and second factors, which are set up anew, settings and secrets.',
  warning: 'It holds everybody’s personal data: keep it where only you can open it.',
  reading: 'Reading the tables...',
  waits: (isOffline: boolean) =>
    `${isOffline ? 'No connection.' : 'The server is busy.'} We will keep trying, or you can cancel.`,
  leave: {
    title: 'Stop the copy?',
    text: 'It stops when you leave, and nothing of it is saved.',
    leaveLabel: 'Stop and leave',
    stayLabel: 'Go on copying',
  },
  saved: 'Copy saved',
  cancelled: 'Cancelled: no copy was saved',
  failed: 'The copy could not be made',
  tooLarge: (limit: string) =>
    `There is more than ${limit} on the server, which is as much as this browser can save. On a computer with the website’s code, use this command instead: npm run backup -- --to FOLDER`,
  restless:
    'Something was changed each time while it was being read. Please try again when less is going on in the dashboard.',
  notWritten: 'The file could not be written. Please make room on this device, or choose another place.',
  lost: 'Everything is in the copy but photographs that the server has lost. Choose them again where they are used, or delete them there:',
} as const
