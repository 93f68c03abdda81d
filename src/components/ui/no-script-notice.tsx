import { site } from '@/content/site'

const link = 'font-semibold underline decoration-1 underline-offset-4'

/** Stands in for a form where scripts do not run; forms themselves carry `noscript:hidden`. */
export function NoScriptNotice() {
  return (
    <noscript>
      {/* In a browser React leaves out what stands in here; so does the build. */}
      {import.meta.env.SSR && (
        <p className="wrap-anywhere rounded-card border border-concrete-300 bg-paper p-5">
          This form needs JavaScript. Without it, please write to{' '}
          <a href={`mailto:${site.email}`} className={link}>
            {site.email}
          </a>{' '}
          or call{' '}
          <a href={site.phone.href} className={link}>
            {site.phone.display}
          </a>
          .
        </p>
      )}
    </noscript>
  )
}
