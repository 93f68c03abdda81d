/** Opens the maintenance page and a site under construction. It protects nothing, because every browser receives it. */
export const ACCESS_CODE = '2580'
