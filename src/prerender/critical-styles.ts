import Beasties from 'beasties'
import type { PageFile } from './entry'

/**
 * Returns a function that writes the styles a page uses into the page itself, so that nothing has to be fetched before it is
 * drawn. The whole stylesheet follows at the end of the body, for what the application adds to the page later.
 */
export const withStylesInside = (dist: string) => {
  const beasties = new Beasties({
    path: dist,
    publicPath: '/',
    preload: 'body',
    // What one page leaves out, another needs.
    pruneSource: false,
    reduceInlineStyles: false,
    // The shell asks for the display font by itself.
    preloadFonts: false,
    inlineFonts: true,
    logLevel: 'error',
  })
  return async ({ file, text }: PageFile): Promise<PageFile> =>
    file.endsWith('.html') && text.includes('data-route')
      ? { file, text: await beasties.process(text) }
      : { file, text }
}
