import { Link } from '@/components/link'
import { Unbroken } from '@/components/unbroken'
import { site } from '@/content/site'
import { paths } from '@/paths'
import { Logo } from './logo'
import { NavigationLinks } from './navigation-links'
import { Strata } from './strata'

const { place, number, office } = site.registration
const legalNote = `${site.legalName}, registered in ${place}, no. ${number}; registered office: ${office}.`

const link =
  'inline-block py-1 hover:underline hover:underline-offset-4 aria-[current]:underline aria-[current]:underline-offset-4'
const heading = 'mb-3 font-display text-sm font-semibold tracking-wide text-gravel uppercase'

const pages = [
  { label: 'All projects', to: paths.projects.href },
  { label: 'Business card', to: paths.businessCard.href },
  { label: 'Terms and Conditions', to: paths.terms.href },
  { label: 'Privacy Policy', to: paths.privacy.href },
]

export function Footer({ onCookieSettings }: { onCookieSettings: () => void }) {
  return (
    <footer>
      <Strata />
      <div className="bg-[#33201a] text-paper">
        <div className="page-width grid gap-8 py-14 md:grid-cols-2 lg:grid-cols-[24fr_11fr_11fr_24fr]">
          <div className="max-w-sm">
            <Logo variant="white" label={site.name} />
            <p className="mt-5">
              <Unbroken text={site.description} />
            </p>
          </div>
          <nav aria-label="Footer">
            <p className={heading}>Site</p>
            <ul>
              <NavigationLinks className={link} />
            </ul>
          </nav>
          <div>
            <p className={heading}>More</p>
            <ul>
              {pages.map(({ label, to }) => (
                <li key={to}>
                  <Link to={to} className={link}>
                    {label}
                  </Link>
                </li>
              ))}
              <li>
                <button
                  type="button"
                  className={`${link} [html:not([data-hydrated=true])_&]:invisible`}
                  onClick={onCookieSettings}
                >
                  Cookie settings
                </button>
              </li>
            </ul>
          </div>
          <address className="not-italic">
            <p className={heading}>Contact</p>
            <ul>
              <li>
                <a href={site.phone.href} className={`${link} tabular-figures`}>
                  {site.phone.display}
                </a>
              </li>
              <li>
                <a href={`mailto:${site.email}`} className={`${link} break-all`}>
                  {site.email}
                </a>
              </li>
              <li className="py-1">{site.area}</li>
            </ul>
          </address>
        </div>
        <div className="page-width">
          <p className="border-t border-paper/20 py-6 text-sm">
            {`${legalNote} Rendered pictures on this site are architectural models.`}
          </p>
        </div>
      </div>
    </footer>
  )
}
