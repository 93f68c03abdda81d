import type { Plugin } from 'vite'
import { LOGO_WORDS } from '../components/layout/logo-outlines.ts'

/**
 * Writes the outlines of the logo's lettering into the HTML of every page, where all its logos draw them from: as a
 * script they would be downloaded once more, and parsed before anything could be clicked.
 */
export const logoSprite = (): Plugin => ({
  name: 'logo-sprite',
  transformIndexHtml: () => [
    {
      tag: 'svg',
      attrs: { 'aria-hidden': 'true', style: 'display:none' },
      children: `<path id="logo-words" transform="scale(${1 / LOGO_WORDS.grid})" d="${LOGO_WORDS.path}"/>`,
      injectTo: 'body-prepend',
    },
  ],
})
