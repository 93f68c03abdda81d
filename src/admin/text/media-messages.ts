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
    live: 'It’s live for all visitors.',
    cancelledText: 'Nothing was published, so nothing changes for visitors.',
    restored: 'The earlier publication is live again for all visitors. Your draft is unchanged.',
    builtInRestored: 'The built-in pictures are live again for all visitors. Your draft is unchanged.',
    deletedForGood: 'Publication permanently deleted',
    unchanged: 'Nothing has changed for visitors.',
    uploadsKept: 'Files already uploaded are kept for three days. Press Publish to continue.',
    responseLost: 'No response from the server',
    responseLostHint: 'It may have gone through. Check your connection and try again. Nothing is published twice.',
    tooLarge: (file: string) => `${file}: File size exceeds 50MB limit`,
    wrongType: (file: string) => `${file}: this file type isn’t supported. Replace it with an MP4, WebM, JPG or PNG.`,
    itemRefused: (item: string) =>
      `The server rejected ${item}. Change its description or replace it in your draft, then publish again.`,
    fileMissing: 'One of the files is no longer on the server. Publish again to upload it.',
    cannotShow: (formats: string) =>
      `This browser can’t display it, so it can’t be published from here. Publish it from a browser that can, or upload it again as ${formats}.`,
    notTaken: (formats: string) =>
      `Not all browsers can play this type of video, so it can’t be published. Convert it to ${formats} and upload that instead.`,
    missingAltText: 'Please describe this picture.',
    historyFailed: 'Error loading published content',
    tooManySlides: (kept: number, all: number) =>
      `Only the first ${kept} of your ${all} hero slides will be published.`,
  },
  versions: {
    kept: 'History is kept for a year, with up to 20 published versions. The latest is always kept.',
    intoDraft: 'Restored versions go into your draft. Visitors see them once you publish.',
    none: 'No history yet.',
    failed: 'Error loading earlier versions',
    same: 'No changes',
    isPutBack: (when: string, title: string) =>
      `The version from ${when} is now the draft of “${title}”. Visitors see it once you publish.`,
    isShown: 'Live',
    isShownElsewhere:
      'It’s live in a project or on the homepage. Remove or replace it there and publish, then delete it here.',
    deleteQuestion: (kind: string, name?: string) => `Permanently delete this ${kind}${name ? ` (“${name}”)` : ''}?`,
    permanentlyDelete:
      'This deletes it from the server and from every version, draft and earlier publication. Any hidden or deleted project published with it becomes a draft. Some pages will show a gap until the next rebuild. You can’t undo this.',
    deletedForGood: 'Permanently deleted',
    picturesDeleted: (count: number) =>
      count === 1 ? 'A picture was permanently deleted.' : `${count} pictures were permanently deleted.`,
  },
  projects,
  notPublished: 'Visitors see it once you publish',
  alsoOffHomepage: 'It’s also been removed from the top of the homepage.',
  notDeleted: 'Nothing was deleted. Your browser blocked the change.',
  notUpdated: 'Nothing was changed. Your browser blocked it.',
} as const
