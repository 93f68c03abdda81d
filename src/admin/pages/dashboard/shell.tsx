import { Menu as MenuIcon } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { SessionNotice } from '@/admin/features/session/session-notice'
import { Logo } from '@/components/layout/logo'
import { useWideWindow } from '@/components/layout/use-wide-window'
import { Sheet } from '@/components/ui/sheet'
import { site } from '@/content/site'
import { AccountMenu } from './account-menu'
import { Menu } from './menu'

type ShellProps = { active: string; title: string; onLogOut: () => void; children: ReactNode }

/** The frame of the dashboard: header, menu (a sheet on small screens) and the section's title. */
export function Shell({ active, title, onLogOut, children }: ShellProps) {
  const [menuOpen, setMenuOpen] = useState(false)
  useWideWindow(useCallback(() => setMenuOpen(false), []))
  return (
    <div className="grid min-h-svh grid-rows-[auto_1fr] lg:grid-cols-[14rem_minmax(0,1fr)]">
      <title>{`${title} | ${site.name}`}</title>
      <header className="sticky top-0 z-30 flex h-16 items-center gap-3 border-concrete-200 border-b bg-white px-4 lg:col-span-2 lg:px-6">
        <a
          href="#section"
          className="sr-only z-50 rounded-lg bg-ink px-4 py-2 font-semibold text-paper focus:not-sr-only focus:absolute focus:top-2.5 focus:left-3"
        >
          Skip to content
        </a>
        <button
          type="button"
          aria-label="Menu"
          aria-haspopup="dialog"
          className="-ml-2 grid size-11 place-items-center rounded-lg hover:bg-ink/5 lg:hidden"
          onClick={() => setMenuOpen(true)}
        >
          <MenuIcon aria-hidden className="size-6" />
        </button>
        <Logo variant="default" label={`${site.name} logo`} className="w-[104px] shrink-0 sm:w-[130px]" />
        <p className="min-w-0 border-concrete-200 border-l pl-3 text-sm leading-tight">
          <span className="hidden font-semibold sm:block">{site.name}</span>
          <span className="text-concrete-600">Admin Dashboard</span>
        </p>
        <div className="ml-auto">
          <AccountMenu onLogOut={onLogOut} />
        </div>
      </header>
      <div className="hidden border-concrete-200 border-r bg-white lg:block">
        <div className="sticky top-16 flex h-[calc(100svh-4rem)] flex-col overflow-y-auto">
          <Menu active={active} onLogOut={onLogOut} />
        </div>
      </div>
      <main id="section" tabIndex={-1} className="min-w-0 px-4 py-6 outline-none sm:px-6 lg:px-8 lg:py-8">
        <div className="mx-auto max-w-6xl">
          <h1 tabIndex={-1} className="mb-6 font-sans text-2xl tracking-normal">
            {title}
          </h1>
          <SessionNotice />
          {children}
        </div>
      </main>
      <Sheet open={menuOpen} onOpenChange={setMenuOpen} title="Menu" cover="side">
        <Menu active={active} onLogOut={onLogOut} onNavigate={() => setMenuOpen(false)} />
      </Sheet>
    </div>
  )
}
