// @ts-check

/** Colours of the identity, as in the design tokens. */
export const COLOURS = {
  green: '#2cb53f',
  ink: '#10201a',
  paper: '#faf9f6',
  made: '#8a6f57',
  gravel: '#c9ab7d',
  clay: '#b5654a',
}

/**
 * The strata glyph on a 16-unit grid: ground level, two strata cut back in steps, and the clay they stand on. Every
 * edge lies on the grid, so that it stays crisp at 16 and 32 pixels.
 */
export const GLYPH =
  `<path fill="${COLOURS.green}" d="M0 1h16v2H0z"/><path fill="${COLOURS.made}" d="M0 4h11v4H0z"/>` +
  `<path fill="${COLOURS.gravel}" d="M0 8h6v4H0z"/><path fill="${COLOURS.clay}" d="M0 12h16v4H0z"/>`

/**
 * The glyph on a full tile, for systems that cut their own shape out of an icon.
 * @param {number} share of the tile's width the glyph may take
 */
export function tile(share) {
  const left = 8 - 8 * share
  // The grid's first row is empty, so the drawing's middle lies half a row low.
  const top = 8 - 8.5 * share
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="${COLOURS.ink}" d="M0 0h16v16H0z"/>` +
    `<g transform="translate(${left} ${top}) scale(${share})">${GLYPH}</g></svg>`
  )
}
