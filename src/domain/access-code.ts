/**
 * The four digits that open the maintenance page and the site while it is under construction. They reach every
 * browser, so they PROTECT NOTHING: what lies behind them is fixed text or about to be public. No right is ever decided
 * by them.
 */
export const ACCESS_CODE = '2580'
