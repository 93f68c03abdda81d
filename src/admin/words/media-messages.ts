import { projects } from './project-messages'

export const media = {
  videosUnreadable: 'Error loading saved videos',
  quarantined: (key: string) =>
    `Something this browser had stored could not be read. It was set aside under "${key}.corrupt"; what can be read is still in use.`,
  dropQuestion: 'Discard what could not be read?',
  dropText: 'It is deleted from this browser, with the files that nothing else uses. You cannot undo this.',
  blocked: 'This browser does not let the website store anything. Allow site data for this address and reload.',
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
      video: 'Video set as hero. It now opens the homepage in this browser; publish it for everybody.',
      image: 'Image set as hero. It now opens the homepage in this browser; publish it for everybody.',
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
      text: free === 0 ? 'No more images can be saved.' : `Only ${free} more can be saved; you selected ${chosen}.`,
      hint: 'At most 20 project images are kept: remove some from the selection, or delete saved ones.',
    }),
    uploaded: 'Image uploaded successfully',
    severalUploaded: (count: number) => `${count} images uploaded successfully`,
    updated: 'Project images updated',
    deleted: 'Image deleted successfully',
    uploadFailed: 'Error uploading image',
  },
  notSaved: {
    full: 'There is no room left in this browser for the file. Delete something here and try again; nothing was changed.',
    blocked: 'This browser does not let the website store anything. Allow site data for this address and try again.',
    'no-database':
      'This browser offers no space for large files here (a private window, perhaps). Nothing was changed.',
    'too-many': 'All 20 places are taken, perhaps in another tab. Delete an image to make room for another.',
  },
  gone: 'This file is no longer in this browser.',
  cannotShow: (name: string) => `This browser cannot show ${name}; visitors may not see it either.`,
  elsewhere: (host: string) =>
    `This file is at ${host}, and the website shows only its own: download it there and upload it here.`,
  incomplete: 'This file is incomplete: the end is missing. Choose the original again.',
  incompleteFile: (name: string) => `${name} is incomplete: the end is missing. Choose the original again.`,
  unreadableFile: 'The file could not be read. It may have been moved or changed: select it again.',
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
  alsoOffHomepage: 'It no longer opens the homepage either.',
  notDeleted: 'Nothing was deleted: this browser refused the change.',
  notUpdated: 'Nothing was changed: this browser refused it.',
} as const
