import { ExternalLink, LogOut, Users } from 'lucide-react'
import { Link } from '@/components/link'
import { cn } from '@/lib/cn'
import { paths } from '@/paths'
import { sectionHref, sections } from './sections'

type MenuProps = { active: string; onLogOut: () => void; onNavigate?: () => void }

const item =
  'flex min-h-10 w-full items-center gap-3 rounded-lg px-3 text-left font-medium text-concrete-700 hover:bg-ink/5 hover:text-ink'

/** The side menu: the sections and the way out, then what lies beside the dashboard. */
export function Menu({ active, onLogOut, onNavigate }: MenuProps) {
  return (
    <div className="flex grow flex-col justify-between gap-6 p-3">
      <nav aria-label="Admin">
        <ul className="grid gap-0.5">
          {sections.map(({ key, label, Icon }) => (
            <li key={key}>
              <Link
                to={sectionHref(key)}
                aria-current={key === active ? 'page' : undefined}
                onClick={onNavigate}
                className={cn(
                  item,
                  'aria-[current]:bg-green/15 aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:shadow-[inset_3px_0_0_#17702a]',
                )}
              >
                <Icon aria-hidden className="size-5 shrink-0" />
                {label}
              </Link>
            </li>
          ))}
          <li>
            <button type="button" className={item} onClick={onLogOut}>
              <LogOut aria-hidden className="size-5 shrink-0" />
              Logout
            </button>
          </li>
        </ul>
      </nav>
      <nav aria-label="Beside the dashboard" className="border-concrete-200 border-t pt-3">
        <ul className="grid gap-0.5 text-sm">
          <li>
            <Link to={paths.adminUserManager.href} className={item} onClick={onNavigate}>
              <Users aria-hidden className="size-4 shrink-0" />
              User manager
            </Link>
          </li>
          <li>
            <Link to={paths.home.href} className={item} onClick={onNavigate}>
              <ExternalLink aria-hidden className="size-4 shrink-0" />
              Return to website
            </Link>
          </li>
        </ul>
      </nav>
    </div>
  )
}
