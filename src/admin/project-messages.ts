/** What Media, Projects says. */
export const projects = {
  loading: 'Loading projects...',
  failed: 'Error loading projects',
  notChanged: 'Failed to change the project',
  ordered: 'The order was changed',
  notOrdered: 'Failed to change the order',
  hidden: (title: string) => `“${title}” is hidden from visitors; search engines see it until the next build`,
  shown: (title: string) => `Visitors see “${title}” again`,
  unpublished: (title: string) => `“${title}” is a draft again; search engines see it until the next build`,
  deleted: (title: string) => `“${title}” deleted. It can be restored for 30 days.`,
  restored: (title: string) => `“${title}” restored`,
  deletedForGood: (title: string) => `“${title}” deleted for good`,
  gaps: 'What is still used elsewhere stays. Older pages show gaps until they are built again. You cannot undo this.',
  replaced:
    'Pictures that visitors saw and that were replaced stay on the server for 30 days, because pages built before still show them. If somebody has asked you to take one down, replace it first and delete it here.',
  replacedDeleted: 'Replaced pictures deleted for good',
  notSaved: 'Not saved yet',
  notPublished: 'Failed to publish the project',
  photographGone: 'A photograph was no longer on the server. It is uploaded again; then publish once more.',
  tooMany:
    'There are 200 projects already, and deleted ones count for 30 days. Edit one that you no longer need instead.',
  nothing: 'Nothing entered yet.',
  saved: (when: string) => `Saved ${when}`,
  noConnection: 'Not saved yet: no connection. It goes on by itself.',
  publishingWaits: 'Not published yet: no connection. It goes on by itself.',
  leftWords: 'This browser has words of this project that were not saved.',
  elsewhere: (count: number) =>
    count === 1 ? '1 photograph is still on another device.' : `${count} photographs are still on another device.`,
  sameTitle: 'Another project has this title. Visitors can tell them apart more easily with another one.',
  noLetters: 'The title has no letters from a to z, so the address is a plain one.',
  missing: 'Please fill in this field before you publish.',
  tooShort: (least: number) => `Please write at least ${least} characters before you publish.`,
  tooLong: (most: number) => `Please shorten this to ${most.toLocaleString('en-GB')} characters or fewer.`,
  longParagraph: (most: number) =>
    `Please shorten each paragraph to ${most.toLocaleString('en-GB')} characters or fewer.`,
  tooManyParagraphs: (most: number) => `Please make no more than ${most} paragraphs, with an empty line between two.`,
  tooManyServices: (most: number) => `Please name no more than ${most} services, one on each line.`,
  halfDate: 'Please choose both the month and the year.',
  noPhotographs: 'Please add at least one photograph before you publish.',
  notUploaded: (count: number) =>
    `${count === 1 ? 'One photograph is' : `${count} photographs are`} not uploaded yet. Wait for it, or remove what you do not need.`,
  noWords: 'Please say what this photograph shows before you publish.',
  photograph: {
    notPicture: (name: string) => `${name} is not a picture. Choose a JPG, PNG or WebP.`,
    empty: (name: string) => `${name} is empty (0 bytes). Choose the original again.`,
    tooLarge: (name: string) => `${name} is larger than 50 MB. Save it as a JPG, or take it in a smaller size.`,
    heic: (name: string) =>
      `${name} is in Apple’s HEIC format, which this browser cannot read. Choose it on the iPhone itself, or set Settings, Camera, Formats to “Most Compatible” there and take it again.`,
    broken: (name: string) =>
      `${name} cannot be read by this browser: it is damaged, or has too many pixels for this device. Save it as a smaller JPG and choose that.`,
    moves: (name: string) => `${name} moves; only its first picture is used.`,
    tooMany: (taken: number, chosen: number, most: number) =>
      `A project has at most ${most} photographs: ${taken} of the ${chosen} you chose were added.`,
    needed: 'Needed before you publish. Visitors read it beneath the photograph.',
    caption: 'Visitors read this instead; what it shows is then for people who cannot see it.',
    ordered: 'The order was changed',
    removed: (name: string) => `${name} removed`,
    elsewhere: 'It is still on the device where it was chosen.',
  },
} as const
