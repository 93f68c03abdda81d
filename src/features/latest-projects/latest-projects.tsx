import { useSavedModule } from '@/components/ui/use-saved-module'
import { lazyModule } from '@/lib/lazy-module'
import { projectImages } from '@/storage/names'
import { type Latest, LatestList } from './latest-list'

const saved = lazyModule(() => import('./saved-projects'))

/** Images saved in this browser, or the published ones, filled up from the portfolio. */
export function LatestProjects({ newest }: { newest: Latest }) {
  const SavedProjects = useSavedModule(projectImages, saved)?.default
  return SavedProjects ? <SavedProjects newest={newest} /> : <LatestList newest={newest} />
}
