/** Opens the maintenance page and a site under construction. Every browser gets it: it PROTECTS NOTHING. */
export const ACCESS_CODE = '2580'
