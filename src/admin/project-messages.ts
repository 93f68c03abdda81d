/** What Media, Projects says. */
export const projects = {
  loading: 'Loading projects...',
  failed: 'Error loading projects',
  notChanged: 'Failed to change the project',
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
  saved: 'Project saved',
  notSaved: 'Failed to save the project',
  notPublished: 'Failed to publish the project',
  stillHere: 'What you entered is still here.',
  photographGone:
    'A photograph of this project is no longer on the server. Remove it, choose it again, and save once more.',
  tooMany:
    'There are 200 projects already, and deleted ones count for 30 days. Edit one that you no longer need instead.',
  place: {
    clean: 'Everything is saved on the server.',
    keeping: 'Keeping what you enter in this browser...',
    kept: 'Kept in this browser; not saved to the server yet.',
    refused:
      'This browser refuses to keep what you enter: it has no room left, or does not let the website store anything. Save before you close or reload this page.',
  },
  unreadable:
    'What this browser had kept of this project could not be read. It was set aside; below is what the server has.',
  offline: 'There is no connection. It goes on by itself when the connection is back; nothing is lost.',
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
    gone: (name: string) => `${name} is no longer in this browser. Choose it again.`,
  },
} as const
