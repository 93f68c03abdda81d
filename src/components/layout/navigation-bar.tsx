import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { buttonClass } from '@/components/ui/button'
import { site } from '@/content/site'
import { paths } from '@/paths'
import { Logo } from './logo'
import { NavigationLinks } from './navigation-links'
import { QuoteLink } from './quote-link'

// Neither is on screen until asked for, and both bring the dialog code.
const loadMobileMenu = () => import('./mobile-menu')
const loadTalkPanel = () => import('./talk-panel')
const MobileMenu = lazy(loadMobileMenu)
const TalkPanel = lazy(loadTalkPanel)

type OpenSheet = 'menu' | 'talk' | 'none'

/** The bar at the top of every public page, with the mobile menu and the 'Let's Talk' panel it opens. */
export function NavigationBar() {
  const [sheet, setSheet] = useState<OpenSheet>('none')
  // A sheet stays mounted once it was opened, so that its closing can be animated.
  const [seen, setSeen] = useState({ menu: false, talk: false })
  const open = (name: 'menu' | 'talk') => {
    setSeen((before) => ({ ...before, [name]: true }))
    setSheet(name)
  }
  const change = (name: 'menu' | 'talk') => (isOpen: boolean) => setSheet(isOpen ? name : 'none')

  return (
    <header className="sticky top-0 z-30 border-b border-concrete-200 bg-paper">
      <nav aria-label="Main" className="page-width flex h-20 items-center justify-between gap-6 lg:h-28">
        <Link to={paths.home.href} className="shrink-0 rounded-sm">
          <Logo variant="default" label={`${site.name}, home`} />
        </Link>
        <ul className="hidden items-center gap-1 lg:flex">
          <NavigationLinks className="rounded-md px-3 py-2 font-medium hover:bg-ink/5 aria-[current]:text-green-dark aria-[current]:underline aria-[current]:decoration-2 aria-[current]:underline-offset-8" />
        </ul>
        <div className="flex items-center gap-2.5">
          <QuoteLink variant="outline" className="max-xl:hidden" />
          <button
            type="button"
            className={buttonClass({ variant: 'green', className: 'max-sm:hidden noscript:hidden' })}
            aria-haspopup="dialog"
            onPointerEnter={loadTalkPanel}
            onFocus={loadTalkPanel}
            onClick={() => open('talk')}
          >
            Let's Talk
          </button>
          <button
            type="button"
            className="grid size-11 place-items-center rounded-lg hover:bg-ink/5 lg:hidden noscript:hidden"
            aria-label="Menu"
            aria-haspopup="dialog"
            aria-expanded={sheet === 'menu'}
            onPointerEnter={loadMobileMenu}
            onClick={() => open('menu')}
          >
            <Menu aria-hidden className="size-7" />
          </button>
        </div>
      </nav>
      <Suspense fallback={null}>
        {seen.menu && <MobileMenu open={sheet === 'menu'} onOpenChange={change('menu')} onTalk={() => open('talk')} />}
        {seen.talk && <TalkPanel open={sheet === 'talk'} onOpenChange={change('talk')} />}
      </Suspense>
    </header>
  )
}
