// What the site keeps in a browser; `content/browser-storage.ts` says why and for how long.
export const cookieConsent = 'cookieConsent'
export const adminAuth = 'adminAuth'
export const adminVideos = 'adminVideos'
export const projectImages = 'projectImages'
export const heroSlides = 'heroSlides'
export const maintenanceAuth = 'maintenance-auth'
export const siteAccessAuth = 'site-access-auth'
export const scrollPositions = 'scroll-positions'
export const adminDemo = 'admin-demo'
export const demoTestimonials = 'admin-demo-testimonials'
// Databases.
export const mediaFiles = 'media'
export const unsentChanges = 'unsent-changes'
