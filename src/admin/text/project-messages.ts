export const projects = {
  loading: 'Loading projects...',
  failed: 'Error loading projects',
  notChanged: 'Failed to change the project',
  ordered: 'Order updated',
  notOrdered: 'Failed to change the order',
  hidden: (title: string) =>
    `“${title}” is hidden. Search engines may still show it after the next rebuild, until they visit again.`,
  shown: (title: string) => `“${title}” is visible again`,
  unpublished: (title: string) =>
    `“${title}” unpublished. Search engines may still show it after the next rebuild, until they visit again.`,
  delete: (title: string, isPublic: boolean) =>
    `“${title}” will be deleted${isPublic ? ', and visitors will no longer see it' : ''}. You can restore it for 30 days.`,
  deleted: (title: string) => `“${title}” deleted. It can be restored for 30 days.`,
  deleteDraft: 'It was never published. Its text and photos will be permanently deleted.',
  restored: (title: string) => `“${title}” restored`,
  deletedForGood: (title: string) => `“${title}” permanently deleted`,
  gaps: 'Files used elsewhere are kept. Some pages may show gaps until the next rebuild. You can’t undo this.',
  replaced:
    'Replaced pictures stay on the server for 30 days because older pages still show them, and for longer if an earlier version or publication uses them. This deletes those that none uses. If someone asked you to take a picture down, replace it, publish, then delete it from the project’s earlier versions or under Publish.',
  replacedDeleted: 'Replaced pictures permanently deleted',
  isBack: (title: string) => `The draft of “${title}” matches the live version again`,
  notSaved: 'Not saved yet',
  notPublished: 'Failed to publish the project',
  photographGone: 'A photo is missing from the server. Re-upload or remove it where marked, then publish again.',
  tooMany: 'You’ve reached the limit of 200 projects (deleted ones count for 30 days). Reuse one you no longer need.',
  nothing: 'Nothing entered yet.',
  saved: (when: string) => `Saved ${when}`,
  waits: (what: 'saved' | 'published', why: 'no connection' | 'the server is busy' | 'a backup is being restored') =>
    `Not ${what} yet: ${why}. We’ll keep trying.`,
  isAsked: 'Not saved yet. Please resolve the conflicting changes.',
  changedElsewhere:
    'This was changed in another tab, on another device or by someone else while you were editing. Which version do you want to keep?',
  changedMeanwhile: 'The project has been changed in the meantime.',
  empty: '(empty)',
  tooLarge: 'This project is too large to save. Please shorten this or another field.',
  refused: 'The server can’t save this. Please change it.',
  unreadable: (count: number) =>
    `${count === 1 ? '1 change' : `${count} changes`} in this browser came from another version of this page and can’t be sent from here.`,
  unsent: 'Some changes haven’t reached the server',
  unsentText:
    'These changes exist only in this browser. Where possible, they’ll be kept privately here and sent when you next sign in:',
  unsentGone: 'the project has been deleted, so none of this can be sent',
  stuck: 'Unsent changes',
  stuckText: 'Some of your changes are waiting in this browser, either for a decision from you or for a connection.',
  unsentFiles: (count: number) =>
    `${count === 1 ? '1 photo' : `${count} photos`} still being processed, which will be lost`,
  elsewhere: (count: number) =>
    count === 1
      ? '1 photo hasn’t been uploaded from another device yet.'
      : `${count} photos haven’t been uploaded from another device yet.`,
  sameTitle: 'Another project already has this title. A different one would help visitors tell them apart.',
  noLetters: 'The title has no letters A to Z, so the web address will be a generic one.',
  facts: 'A few words each. Only the facts you fill in are shown.',
  fact: {
    depth: 'For example ‘3.2 m’.',
    area: 'For example ‘48 m² of new floor’.',
    weeks: 'For example ‘26 weeks’.',
    ground: 'For example ‘Gravel over London clay’.',
    walls: 'For example ‘Two, both by award’. Don’t include the neighbours’ names.',
  },
  missing: 'Please fill in this field before you publish.',
  tooShort: (least: number) => `Please write at least ${least} characters before you publish.`,
  tooLong: (most: number) => `Please shorten this to ${most.toLocaleString('en-GB')} characters or fewer.`,
  longParagraph: (most: number) =>
    `Please shorten each paragraph to ${most.toLocaleString('en-GB')} characters or fewer.`,
  tooManyParagraphs: (most: number) => `Please use no more than ${most} paragraphs, separated by blank lines.`,
  tooManyServices: (most: number) => `Please list no more than ${most} services, one per line.`,
  halfDate: 'Please choose both the month and the year.',
  noPhotographs: 'Please add at least one photo before you publish.',
  notUploaded: (count: number) =>
    `${count === 1 ? '1 photo is' : `${count} photos are`} still uploading. Wait a moment, or remove any you don’t need.`,
  noWords: 'Please describe this photo before you publish.',
  photograph: {
    notPicture: (name: string) => `${name} isn’t a picture. Choose a JPG, PNG or WebP.`,
    empty: (name: string) => `${name} is empty (0 bytes). Choose the original file again.`,
    tooLarge: (name: string) => `${name} is larger than 50 MB. Save it as a JPG or at a smaller size.`,
    heic: (name: string) =>
      `${name} is in Apple’s HEIC format, which this browser can’t read. Upload it from the iPhone itself, or set Settings > Camera > Formats to “Most Compatible” and take it again.`,
    broken: (name: string) =>
      `${name} can’t be read by this browser. It may be damaged or too large for this device. Try a smaller JPG.`,
    unknown: (name: string) =>
      `${name} can’t be read by this browser. It isn’t a JPG, PNG or WebP. Save it as a JPG and try again.`,
    moves: (name: string) => `${name} is animated. Only the first frame will be used.`,
    tooMany: (taken: number, chosen: number, most: number) =>
      `A project can have up to ${most} photos. ${taken} of the ${chosen} you chose ${taken === 1 ? 'was' : 'were'} added.`,
    needed: 'Required before publishing. Shown below the photo.',
    caption: 'Shown below the photo instead. The description above is then for screen readers only.',
    ordered: 'Order updated',
    removed: (name: string) => `${name} removed`,
    elsewhere: 'Waiting to be uploaded from the device it was added on.',
    missing: 'No longer on the server.',
    removedElsewhere: (name: string) => `${name || 'This photo'} was removed in the meantime.`,
    uploadWaits: 'Not uploaded yet. We’ll keep trying.',
    notUploaded: 'Not uploaded.',
  },
} as const
