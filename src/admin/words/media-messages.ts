import { projects } from './project-messages'

export const media = {
  videosUnreadable: 'Error loading saved videos',
  quarantined: (key: string) =>
    `Some data saved in this browser couldn’t be read. It’s been set aside as “${key}.corrupt”. Everything else is still in use.`,
  dropQuestion: 'Discard the unreadable data?',
  dropText: 'This deletes it from this browser, along with any files nothing else uses. You can’t undo this.',
  blocked: 'Your browser is blocking site data for this website. Allow it and reload the page.',
  video: {
    invalid: 'Please select a valid video file',
    tooLarge: 'File size exceeds 50MB limit',
    missing: 'Please select a file to upload',
    selected: 'Video selected successfully',
    uploaded: 'Video uploaded successfully',
    deleted: 'Video deleted successfully',
    uploadFailed: 'Error uploading video',
    playFailed: 'Error playing video',
  },
  hero: {
    set: {
      video: 'Video set as hero. It’s now at the top of the homepage in this browser. Publish to show it to everyone.',
      image: 'Image set as hero. It’s now at the top of the homepage in this browser. Publish to show it to everyone.',
    },
    failed: {
      video: 'Failed to set video as hero. Please try again.',
      image: 'Failed to set image as hero. Please try again.',
    },
    removed: { video: 'Video removed from the homepage', image: 'Image removed from the homepage' },
  },
  image: {
    invalid: 'Please select a valid image file',
    tooLarge: 'File size exceeds 5MB limit',
    missing: 'Please select an image to upload',
    tooMany: (free: number, chosen: number) => ({
      text: free === 0 ? 'You’ve reached the image limit.' : `You can save ${free} more, but you selected ${chosen}.`,
      hint: 'You can save up to 20 project images. Remove some from the selection or delete saved ones.',
    }),
    uploaded: 'Image uploaded successfully',
    severalUploaded: (count: number) => `${count} images uploaded successfully`,
    updated: 'Project images updated',
    deleted: 'Image deleted successfully',
    uploadFailed: 'Error uploading image',
  },
  notSaved: {
    full: 'This browser is out of storage space. Delete something here and try again. Nothing was changed.',
    blocked: 'Your browser is blocking site data for this website. Allow it and try again.',
    'no-database': 'This browser can’t store large files here. Are you in a private window? Nothing was changed.',
    'too-many': 'You’ve reached the limit of 20 images, perhaps in another tab. Delete one to make room.',
  },
  gone: 'This file is no longer in this browser.',
  cannotShow: (name: string) => `This browser can’t display ${name}, and visitors may not be able to see it either.`,
  elsewhere: (host: string) =>
    `This file is hosted at ${host}, but the website only shows its own files. Download it and upload it here.`,
  incomplete: 'This file is incomplete. Choose the original file again.',
  incompleteFile: (name: string) => `${name} is incomplete. Choose the original file again.`,
  unreadableFile: 'The file couldn’t be read. It may have been moved or changed. Please select it again.',
  publish: {
    published: 'Published to the website',
    failed: 'Failed to publish',
    cancelled: 'Cancelled: nothing was published',
    live: 'It is live: every visitor sees it now.',
    cancelledText: 'Nothing was published; visitors see what they saw before.',
    restored: 'The earlier publication is live again: every visitor sees it now. Your draft is unchanged.',
    builtInRestored: 'The built-in pictures are live again: every visitor sees them now. Your draft is unchanged.',
    deletedForGood: 'Publication deleted for good',
    unchanged: 'Visitors see what they saw before.',
    uploadsKept: 'What is uploaded already is kept for three days: press Publish to go on from there.',
    responseLost: 'No answer from the server',
    responseLostHint:
      'It may have been published all the same. Check your connection and try again: nothing is published twice.',
    tooLarge: (file: string) => `${file}: File size exceeds 50MB limit`,
    wrongType: (file: string) =>
      `${file}: the server takes only videos and pictures of some kinds. Replace it with an MP4, WebM, JPG or PNG.`,
    itemRefused: (item: string) =>
      `The server refused ${item}. Reword or replace it in your draft, then publish again.`,
    fileMissing: 'A file of this publication is no longer on the server. Publish again to upload it.',
    cannotShow: (formats: string) =>
      `This browser cannot show it, so it cannot be published from here. Publish it from a browser that shows it, or upload it again as ${formats}.`,
    notTaken: (formats: string) =>
      `Not every browser plays videos of this kind, so it can’t be published. Convert it to ${formats} and choose that file.`,
    missingAltText: 'Please say what this picture shows.',
    historyFailed: 'Error loading what is published',
    tooManySlides: (kept: number, all: number) => `Only the first ${kept} of the ${all} hero slides are published.`,
  },
  versions: {
    kept: 'What was done is kept for a year: of publications the last 20, and the newest always.',
    intoDraft: 'What you put back goes into the draft; visitors see it once you publish.',
    none: 'Nothing was published, hidden or shown again yet.',
    failed: 'Error loading the earlier versions',
    same: 'As published before',
    isPutBack: (when: string, title: string) =>
      `The version of ${when} is in the draft of “${title}”. Visitors see it once you publish.`,
    isShown: 'Visitors see it',
    isShownElsewhere:
      'Visitors see it, in a project or on the home page. Remove or replace it there and publish; then delete it here.',
    deleteQuestion: (kind: string, name?: string) => `Delete this ${kind}${name ? ` (“${name}”)` : ''} for good?`,
    deleteForGood:
      'It goes from the server, and from every version, draft and earlier publication that has it. A hidden or deleted project that was published with it becomes a draft. Older pages show a gap until they are built again. You cannot undo this.',
    deletedForGood: 'Deleted for good',
    picturesDeleted: (count: number) =>
      count === 1 ? 'A photograph was deleted for good.' : `${count} photographs were deleted for good.`,
  },
  projects,
  notPublished: 'Visitors see it once you publish',
  alsoOffHomepage: 'It’s also been removed from the top of the homepage.',
  notDeleted: 'Nothing was deleted. Your browser blocked the change.',
  notUpdated: 'Nothing was changed. Your browser blocked it.',
} as const
