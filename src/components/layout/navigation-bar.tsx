import { Menu, Phone } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Link } from '@/components/link'
import { Button } from '@/components/ui/button'
import { useLazyModule } from '@/components/ui/use-lazy-module'
import { site } from '@/content/site'
import { lazyModule } from '@/lib/lazy-module'
import { paths, type SectionId, sections } from '@/paths'
import { Logo } from './logo'
import { NavigationLinks } from './navigation-links'
import { QuoteLink } from './quote-link'
import { useGoToSection } from './section-link'
import { useWideWindow } from './use-wide-window'

const useCurrentSection = (): SectionId | undefined => {
  const { pathname } = useLocation()
  const [current, setCurrent] = useState<SectionId>()

  useEffect(() => {
    setCurrent(undefined)
    if (pathname !== paths.home.href) return
    const targets = Object.values(sections).flatMap((id) => document.getElementById(id) ?? [])
    const observer = new IntersectionObserver(
      () => {
        const passed = targets.filter((target) => target.getBoundingClientRect().top < window.innerHeight / 2)
        setCurrent(passed.at(-1)?.id as SectionId | undefined)
      },
      { rootMargin: '-50% 0px -50% 0px' },
    )
    for (const target of targets) observer.observe(target)
    return () => observer.disconnect()
  }, [pathname])
  return /^\/projects?(?:\/|$)/.test(pathname) ? sections.projects : current
}

const sheets = { menu: lazyModule(() => import('./mobile-menu')), talk: lazyModule(() => import('./talk-panel')) }

type SheetName = keyof typeof sheets

const showInFooter = (selector: string) => {
  const link = document.querySelector<HTMLElement>(`footer ${selector} a`)
  link?.scrollIntoView({ block: 'center' })
  link?.focus({ preventScroll: true })
}

const hasTypedText = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('main form :is(input, textarea)')].some(
    ({ type, value }) => !['hidden', 'checkbox', 'radio'].includes(type) && value !== '',
  )

export function NavigationBar() {
  const current = useCurrentSection()
  const { key, pathname } = useLocation()
  const goToSection = useGoToSection()
  const [sheet, setSheet] = useState<SheetName | 'none'>('none')
  const requested = useRef(sheet)
  requested.current = sheet
  const MobileMenu = useLazyModule(sheets.menu)?.default
  const TalkPanel = useLazyModule(sheets.talk)?.default

  const [openedAt, setOpenedAt] = useState(key)
  if (openedAt !== key) {
    setOpenedAt(key)
    setSheet('none')
  }
  useWideWindow(useCallback(() => setSheet((before) => (before === 'menu' ? 'none' : before)), []))

  const fallbacks = {
    menu: () => showInFooter('nav'),
    talk: () => {
      // Navigation would lose typed text, and may fail offline.
      if (pathname !== paths.home.href && (hasTypedText() || !navigator.onLine)) showInFooter('address')
      else goToSection(sections.contact)
    },
  }
  const open = (name: SheetName) => {
    setSheet(name)
    requested.current = name
    sheets[name].load().catch(() => {
      if (requested.current !== name) return
      setSheet('none')
      fallbacks[name]()
    })
  }
  const change = (name: SheetName) => (isOpen: boolean) => setSheet(isOpen ? name : 'none')

  return (
    <header className="sticky top-0 z-30 border-b border-concrete-200 bg-paper">
      <nav aria-label="Main" className="page-width flex h-20 items-center justify-between gap-[10px] lg:h-28 xl:gap-6">
        <Link to={paths.home.href} className="shrink-0 rounded-sm">
          <Logo variant="default" label={`${site.name}, home`} />
        </Link>
        <ul className="hidden items-center gap-1 lg:flex">
          <NavigationLinks
            current={current}
            className="rounded-md px-3 py-2 font-medium max-xl:px-1.5 max-xl:text-[0.9375rem] hover:bg-ink/5 aria-[current]:text-green-dark aria-[current]:underline aria-[current]:decoration-2 aria-[current]:underline-offset-8"
          />
        </ul>
        <div className="flex items-center gap-[10px]">
          <QuoteLink variant="outline" className="max-xl:px-3.5 max-xl:text-sm max-lg:hidden" />
          <Button
            variant="green"
            className="max-sm:hidden lg:max-xl:px-3.5 lg:max-xl:text-sm noscript:hidden"
            aria-haspopup="dialog"
            onPointerEnter={sheets.talk.prefetch}
            onFocus={sheets.talk.prefetch}
            onClick={() => open('talk')}
          >
            Let's Talk
          </Button>
          <a
            href={site.phone.href}
            className="grid size-[44px] place-items-center rounded-lg hover:bg-ink/5 lg:hidden"
            aria-label={`Call ${site.phone.display}`}
          >
            <Phone aria-hidden />
          </a>
          <button
            type="button"
            className="grid size-[44px] place-items-center rounded-lg hover:bg-ink/5 lg:hidden noscript:hidden"
            aria-label="Menu"
            aria-haspopup="dialog"
            aria-expanded={sheet === 'menu'}
            onPointerEnter={sheets.menu.prefetch}
            onClick={() => open('menu')}
          >
            <Menu aria-hidden size={28} />
          </button>
        </div>
      </nav>
      {MobileMenu && <MobileMenu open={sheet === 'menu'} onOpenChange={change('menu')} onTalk={() => open('talk')} />}
      {TalkPanel && <TalkPanel open={sheet === 'talk'} onOpenChange={change('talk')} />}
    </header>
  )
}
