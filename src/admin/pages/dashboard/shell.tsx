import * as Dropdown from '@radix-ui/react-dropdown-menu'
import { ChevronDown, CircleUserRound, ExternalLink, LogOut, Menu as MenuIcon, Users } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { cardClass } from '@/admin/components/card'
import { HEADING_ACTIONS } from '@/admin/components/heading-actions'
import { useAttentionCounts, useRebuildPolling } from '@/admin/data/attention'
import { useAdminSession } from '@/admin/session/admin-session'
import { SessionNotice } from '@/admin/session/session-notice'
import { adminMessages } from '@/admin/text/messages'
import { Logo } from '@/components/layout/logo'
import { useWideWindow } from '@/components/layout/use-wide-window'
import { Link } from '@/components/link'
import { Sheet } from '@/components/ui/sheet'
import { site } from '@/content/site'
import { cn } from '@/lib/cn'
import { paths } from '@/paths'
import { dashboardHref, dashboardSections } from './sections'

type News = Partial<Record<string, { count: number; text: string }>>

const useBadgeCounts = (): News => {
  const { reviews = 0, enquiries = 0 } = useAttentionCounts().counts ?? {}
  useRebuildPolling()
  const { waiting } = adminMessages
  return {
    ...(enquiries > 0 && { overview: { count: enquiries, text: waiting.enquiries(enquiries) } }),
    ...(reviews > 0 && { reviews: { count: reviews, text: waiting.reviews(reviews) } }),
  }
}

const shownCount = (count: number) => (count > 99 ? '99+' : String(count))

function Count({ count }: { count: number }) {
  return (
    <span
      aria-hidden
      className="inline-block min-w-5 rounded-full bg-ink px-1.5 text-center font-semibold text-paper text-xs tabular-figures leading-5"
    >
      {shownCount(count)}
    </span>
  )
}

type MenuProps = { active: string; news: News; onLogOut: () => void; onNavigate?: () => void }

const item =
  'flex min-h-10 w-full items-center gap-3 rounded-lg px-3 text-left font-medium text-concrete-700 hover:bg-ink/5 hover:text-ink'

const links = [
  { href: paths.adminUserManager.href, label: 'User manager', Icon: Users },
  { href: paths.home.href, label: 'Return to website', Icon: ExternalLink },
] as const

function Menu({ active, news, onLogOut, onNavigate }: MenuProps) {
  return (
    <div className="flex grow flex-col justify-between gap-6 p-3">
      <nav aria-label="Admin">
        <ul className="grid gap-0.5">
          {dashboardSections.map(({ key, label, Icon }) => {
            const waiting = news[key]
            return (
              <li key={key}>
                <Link
                  to={dashboardHref(key)}
                  aria-current={key === active ? 'page' : undefined}
                  onClick={onNavigate}
                  className={cn(
                    item,
                    'aria-[current]:bg-green/15 aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:shadow-[inset_3px_0_0_#17702a]',
                  )}
                >
                  <Icon aria-hidden className="size-5 shrink-0" />
                  <span className="grow">
                    {label}
                    {waiting && <span className="sr-only">{` (${waiting.text})`}</span>}
                  </span>
                  {waiting && <Count count={waiting.count} />}
                </Link>
              </li>
            )
          })}
          <li>
            <button type="button" className={item} onClick={onLogOut}>
              <LogOut aria-hidden className="size-5 shrink-0" />
              Logout
            </button>
          </li>
        </ul>
      </nav>
      <nav aria-label="Other links" className="border-concrete-200 border-t pt-3">
        <ul className="grid gap-0.5 text-sm">
          {links.map(({ href, label, Icon }) => (
            <li key={href}>
              <Link
                to={href}
                aria-current={active === 'users' && href === paths.adminUserManager.href ? 'page' : undefined}
                className={item}
                onClick={onNavigate}
              >
                <Icon aria-hidden className="size-4 shrink-0" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

const INERT = ['My Account', 'Profile', 'Settings'] as const

const accountItem =
  'flex min-h-9 cursor-default items-center rounded-md px-3 text-sm data-[highlighted]:bg-ink/5 data-[highlighted]:outline-2 data-[highlighted]:outline-green-dark data-[highlighted]:outline-solid data-[highlighted]:-outline-offset-2'

function AccountMenu({ onLogOut }: { onLogOut: () => void }) {
  const email = useAdminSession().user?.email
  return (
    <Dropdown.Root modal={false}>
      <Dropdown.Trigger
        aria-label={email ? `Account: ${email}` : 'Account: not signed in'}
        className="flex min-h-11 max-w-56 items-center gap-2 rounded-lg px-2 text-sm hover:bg-ink/5"
      >
        <CircleUserRound aria-hidden className="size-6 shrink-0" />
        <span className="hidden truncate md:inline">{email ?? 'Not signed in'}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0" />
      </Dropdown.Trigger>
      {/* Without a portal, the menu stays in the header landmark. */}
      <Dropdown.Content align="end" sideOffset={4} className={`${cardClass} z-50 min-w-48 p-1.5 shadow-float`}>
        {INERT.map((label) => (
          <Dropdown.Item
            key={label}
            aria-disabled
            onSelect={(event) => event.preventDefault()}
            className={`${accountItem} text-concrete-600/70`}
          >
            {label}
          </Dropdown.Item>
        ))}
        <Dropdown.Separator className="my-1.5 h-px bg-concrete-200" />
        <Dropdown.Item onSelect={onLogOut} className={`${accountItem} cursor-pointer font-semibold`}>
          Log out
        </Dropdown.Item>
      </Dropdown.Content>
    </Dropdown.Root>
  )
}

type ShellProps = { active: string; title: string; onLogOut: () => void; children: ReactNode }

export function Shell({ active, title, onLogOut, children }: ShellProps) {
  const [menuOpen, setMenuOpen] = useState(false)
  const news = useBadgeCounts()
  const total = Object.values(news).reduce((sum, waiting) => sum + (waiting?.count ?? 0), 0)
  useWideWindow(useCallback(() => setMenuOpen(false), []))
  return (
    <div className="grid min-h-svh grid-rows-[auto_1fr] lg:grid-cols-[14rem_minmax(0,1fr)]">
      <title>{`${total > 0 ? `(${total}) ` : ''}${title} | ${site.name}`}</title>
      <header className="sticky top-0 z-30 flex h-16 items-center gap-3 border-concrete-200 border-b bg-white px-4 max-[24rem]:gap-1 lg:col-span-2 lg:px-6">
        <button
          type="button"
          aria-label={total > 0 ? `Menu, ${shownCount(total)} new` : 'Menu'}
          aria-haspopup="dialog"
          className="-ml-2 relative grid size-11 place-items-center rounded-lg hover:bg-ink/5 lg:hidden"
          onClick={() => setMenuOpen(true)}
        >
          <MenuIcon aria-hidden className="size-6" />
          {total > 0 && (
            <span className="absolute -top-1 -right-1">
              <Count count={total} />
            </span>
          )}
        </button>
        <Logo variant="default" label={`${site.name} logo`} className="h-auto w-[104px] min-w-0 sm:w-[130px]" />
        <p className="min-w-0 border-concrete-200 border-l pl-3 text-sm leading-tight max-[22rem]:sr-only">
          <span className="hidden font-semibold sm:block">{site.name}</span>
          <span className="text-concrete-600">Admin Dashboard</span>
        </p>
        <div className="ml-auto">
          <AccountMenu onLogOut={onLogOut} />
        </div>
      </header>
      <div className="hidden border-concrete-200 border-r bg-white lg:block">
        <div className="sticky top-16 flex h-[calc(100svh-4rem-var(--banner-height,0px))] flex-col overflow-y-auto">
          <Menu active={active} news={news} onLogOut={onLogOut} />
        </div>
      </div>
      <main id="main" tabIndex={-1} className="min-w-0 px-4 py-6 outline-none sm:px-6 lg:px-8 lg:py-8">
        <div className="mx-auto max-w-6xl">
          <div className="mb-6 flex flex-wrap items-center justify-between gap-x-2 gap-y-2 max-md:mb-4 max-md:[&_button]:px-2">
            <h1 tabIndex={-1} className="text-2xl max-md:text-xl">
              {title}
            </h1>
            <div id={HEADING_ACTIONS} className="empty:hidden" />
          </div>
          <SessionNotice />
          {children}
        </div>
      </main>
      <Sheet open={menuOpen} onOpenChange={setMenuOpen} title="Menu" cover="left">
        <Menu active={active} news={news} onLogOut={onLogOut} onNavigate={() => setMenuOpen(false)} />
      </Sheet>
    </div>
  )
}
