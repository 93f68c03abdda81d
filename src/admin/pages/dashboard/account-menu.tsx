import * as Dropdown from '@radix-ui/react-dropdown-menu'
import { ChevronDown, CircleUserRound } from 'lucide-react'
import { useAdminSession } from '@/admin/features/session/admin-session'

const INERT = ['My Account', 'Profile', 'Settings'] as const

const item =
  'flex min-h-9 cursor-default items-center rounded-md px-3 text-sm outline-none data-[highlighted]:bg-ink/5 data-[highlighted]:outline-2 data-[highlighted]:outline-green-dark data-[highlighted]:-outline-offset-2'

/** The account dropdown of the header. Only 'Log out' acts. */
export function AccountMenu({ onLogOut }: { onLogOut: () => void }) {
  const { user } = useAdminSession()
  const email = user?.email
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
      {/* Without a portal: the menu stays inside the header's landmark. */}
      <Dropdown.Content
        align="end"
        sideOffset={4}
        className="z-50 min-w-48 rounded-card border border-concrete-200 bg-white p-1.5 shadow-float"
      >
        {INERT.map((label) => (
          <Dropdown.Item
            key={label}
            aria-disabled
            onSelect={(event) => event.preventDefault()}
            className={`${item} justify-between gap-6 text-concrete-600`}
          >
            {label}
            <span className="text-xs">not in use</span>
          </Dropdown.Item>
        ))}
        <Dropdown.Separator className="my-1.5 h-px bg-concrete-200" />
        <Dropdown.Item onSelect={onLogOut} className={`${item} cursor-pointer font-semibold`}>
          Log out
        </Dropdown.Item>
      </Dropdown.Content>
    </Dropdown.Root>
  )
}
