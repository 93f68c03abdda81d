/** Headers for every address that `path` stands for; a star at its end stands for anything. */
export type HeaderBlock = { path: string; headers: Readonly<Record<string, string>> }

// Films play by themselves on the home page; the business card is copied; an owner watches a film in full. Sharing the
// card is left out, because Chromium complains of the name and lets the site's own pages do it anyway.
const USED = ['autoplay', 'clipboard-write', 'fullscreen', 'picture-in-picture']
const UNUSED =
  'accelerometer browsing-topics camera clipboard-read display-capture encrypted-media gamepad geolocation gyroscope hid ' +
  'idle-detection local-fonts magnetometer microphone midi payment publickey-credentials-get screen-wake-lock serial ' +
  'usb window-management xr-spatial-tracking'

/** The Permissions-Policy: what the site does not use is off, the rest is for its own pages. */
export const permissionsPolicy = [
  ...USED.map((name) => `${name}=(self)`),
  ...UNUSED.split(' ').map((name) => `${name}=()`),
].join(', ')
