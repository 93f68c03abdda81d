/** Opens the maintenance page and a site under construction. It reaches every browser and PROTECTS NOTHING. */
export const ACCESS_CODE = '2580'
