import { House } from 'lucide-react'
import { SmallButton } from '@/admin/components/small-button'
import { TextLink } from '@/admin/components/text-link'
import { paths } from '@/paths'
import type { HeroFile, useHero } from './use-hero'

export function HeroButton({ file, hero }: { file: HeroFile; hero: ReturnType<typeof useHero> }) {
  const isHero = hero.isHero(file.url)
  const label = hero.settingId === file.id ? 'Setting...' : isHero ? 'Remove from Hero' : 'Set as Hero'
  return (
    <>
      <SmallButton
        Icon={House}
        aria-label={`${label} ${file.name}`}
        busy={hero.settingId !== undefined}
        onClick={() => (isHero ? hero.remove(file) : hero.set(file))}
      >
        {label}
      </SmallButton>
      {isHero && (
        // The toast offers this link for only five seconds.
        <TextLink to={paths.home.href} className="inline-flex min-h-9 items-center px-1 font-semibold text-sm">
          Go to homepage
        </TextLink>
      )}
    </>
  )
}
