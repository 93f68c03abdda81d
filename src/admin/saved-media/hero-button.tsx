import { House } from 'lucide-react'
import { SmallButton } from '@/admin/components/small-button'
import type { HeroFile, useHero } from './use-hero'

/** Makes a saved file open the home page, or no longer. */
export function HeroButton({ file, hero }: { file: HeroFile; hero: ReturnType<typeof useHero> }) {
  const isHero = hero.isHero(file.url)
  const label = hero.settingId === file.id ? 'Setting...' : isHero ? 'Remove from Hero' : 'Set as Hero'
  return (
    <SmallButton
      Icon={House}
      aria-label={`${label} ${file.name}`}
      disabled={hero.settingId !== undefined}
      onClick={() => (isHero ? hero.remove(file) : hero.set(file))}
    >
      {label}
    </SmallButton>
  )
}
