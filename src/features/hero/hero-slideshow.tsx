import type { Publication } from '@contract/publication'
import { useSavedModule } from '@/components/ui/use-saved-module'
import { lazyModule } from '@/lib/lazy-module'
import { heroSlides } from '@/storage/names'
import { Slideshow } from './slideshow'

const saved = lazyModule(() => import('./saved-slideshow'))

/** Slides saved in this browser, or the published ones. */
export function HeroSlideshow({ publication }: { publication: Publication }) {
  const SavedSlideshow = useSavedModule(heroSlides, saved)?.default
  return SavedSlideshow ? <SavedSlideshow publication={publication} /> : <Slideshow publication={publication} />
}
