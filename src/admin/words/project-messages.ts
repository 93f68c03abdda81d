export const projects = {
  loading: 'Loading projects...',
  failed: 'Error loading projects',
  notChanged: 'Failed to change the project',
  ordered: 'The order was changed',
  notOrdered: 'Failed to change the order',
  hidden: (title: string) => `“${title}” is hidden from visitors; search engines see it until the next build`,
  shown: (title: string) => `Visitors see “${title}” again`,
  unpublished: (title: string) => `“${title}” is a draft again; search engines see it until the next build`,
  delete: (title: string, isPublic: boolean) =>
    `“${title}” will be deleted${isPublic ? ', and visitors will no longer see it' : ''}. You can restore it for 30 days.`,
  deleted: (title: string) => `“${title}” deleted. It can be restored for 30 days.`,
  deleteDraft: 'It was never published. Its words and photographs are deleted for good.',
  restored: (title: string) => `“${title}” restored`,
  deletedForGood: (title: string) => `“${title}” deleted for good`,
  gaps: 'Files used elsewhere are kept. Some pages may show gaps until the next rebuild. You can’t undo this.',
  replaced:
    'Pictures that visitors have seen stay on the server for 30 days after they are replaced, because older pages still show them, and as long as an earlier version or publication has them. Here you delete those that none has. If somebody has asked you to take one down, replace it, publish, and delete it in the earlier versions of its project, or under Publish.',
  replacedDeleted: 'Replaced pictures deleted for good',
  isBack: (title: string) => `The draft of “${title}” is what visitors see again`,
  notSaved: 'Not saved yet',
  notPublished: 'Failed to publish the project',
  photographGone:
    'A photograph is no longer on the server. Choose it again or remove it, where it says so; then publish once more.',
  tooMany: 'There are already 200 projects; deleted ones count for 30 days. Edit one that you no longer need instead.',
  nothing: 'Nothing entered yet.',
  saved: (when: string) => `Saved ${when}`,
  waits: (what: 'saved' | 'published', why: 'no connection' | 'the server is busy' | 'a backup is being restored') =>
    `Not ${what} yet: ${why}. We will keep trying.`,
  isAsked: 'Not saved yet: please choose where something was changed in two places.',
  changedElsewhere: 'This was changed elsewhere after you began. Which is to stay?',
  changedMeanwhile: 'Somebody else has changed the project since you were asked.',
  empty: '(nothing)',
  tooLarge: 'The project has become too large to be saved. Shorten this, or another text of it.',
  refused: 'The server cannot store this. Please change it.',
  unreadable: (count: number) =>
    `${count === 1 ? 'One change in this browser was' : `${count} changes in this browser were`} stored by another version of this page, and will stay here.`,
  unsent: 'Not everything has reached the server',
  unsentText:
    'The following exists only in this browser. What can be kept stays here, for you alone, and is sent when you next sign in here:',
  unsentGone: 'the project was deleted elsewhere, so none of it can be sent',
  stuck: 'Not on the server yet',
  stuckText: 'Something you entered is waiting in this browser, for your answer or for a connection.',
  unsentFiles: (count: number) =>
    `${count === 1 ? '1 photograph that is' : `${count} photographs that are`} still being prepared, and will be lost`,
  elsewhere: (count: number) =>
    count === 1 ? '1 photograph is still on another device.' : `${count} photographs are still on another device.`,
  sameTitle: 'Another project has this title. A different one would help visitors tell them apart.',
  noLetters: 'The title has no letters from a to z, so the address is a plain one.',
  facts: 'In a few words each. The page shows those that you fill in.',
  fact: {
    depth: 'Such as ‘3.2 m’.',
    area: 'Such as ‘48 m² of new floor’.',
    weeks: 'Such as ‘26 weeks’.',
    ground: 'Such as ‘Gravel over London clay’.',
    walls: 'Such as ‘Two, both by award’. Leave out the neighbours’ names.',
  },
  missing: 'Please fill in this field before you publish.',
  tooShort: (least: number) => `Please write at least ${least} characters before you publish.`,
  tooLong: (most: number) => `Please shorten this to ${most.toLocaleString('en-GB')} characters or fewer.`,
  longParagraph: (most: number) =>
    `Please shorten each paragraph to ${most.toLocaleString('en-GB')} characters or fewer.`,
  tooManyParagraphs: (most: number) => `Please write no more than ${most} paragraphs, with an empty line between them.`,
  tooManyServices: (most: number) => `Please name no more than ${most} services, one on each line.`,
  halfDate: 'Please choose both the month and the year.',
  noPhotographs: 'Please add at least one photograph before you publish.',
  notUploaded: (count: number) =>
    `${count === 1 ? 'One photograph is' : `${count} photographs are`} not uploaded yet. Wait a moment, or remove what you do not need.`,
  noWords: 'Please say what this photograph shows before you publish.',
  photograph: {
    notPicture: (name: string) => `${name} is not a picture. Choose a JPG, PNG or WebP.`,
    empty: (name: string) => `${name} is empty (0 bytes). Choose the original again.`,
    tooLarge: (name: string) => `${name} is larger than 50 MB. Save it as a JPG, or take it in a smaller size.`,
    heic: (name: string) =>
      `${name} is in Apple’s HEIC format, which this browser cannot read. Choose it on the iPhone itself, or set Settings, Camera, Formats to “Most Compatible” there and take it again.`,
    broken: (name: string) =>
      `${name} cannot be read by this browser: it is damaged, or has too many pixels for this device. Save it as a smaller JPG and choose that.`,
    unknown: (name: string) =>
      `${name} cannot be read by this browser. It isn’t a JPG, PNG or WebP: save it as a JPG and choose that.`,
    moves: (name: string) => `${name} moves; only its first picture is used.`,
    tooMany: (taken: number, chosen: number, most: number) =>
      `A project has at most ${most} photographs: ${taken} of the ${chosen} you chose were added.`,
    needed: 'Needed before you publish. Visitors read it beneath the photograph.',
    caption: 'Visitors read this instead; the text above is then for people who cannot see the photograph.',
    ordered: 'The order was changed',
    removed: (name: string) => `${name} removed`,
    elsewhere: 'It is waiting for the device on which it was chosen.',
    missing: 'It is no longer on the server.',
    removedElsewhere: (name: string) => `${name || 'This photograph'} was removed elsewhere after you began.`,
    uploadWaits: 'Not uploaded yet. We will keep trying.',
    notUploaded: 'Not uploaded.',
  },
} as const
