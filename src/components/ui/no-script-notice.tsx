import { site } from '@/content/site'

const link = 'font-semibold underline decoration-1 underline-offset-4'

export function NoScriptNotice() {
  return (
    <p className="wrap-anywhere mb-6 hidden rounded-card border border-concrete-300 bg-paper p-5 noscript:block">
      This form needs JavaScript. Please email{' '}
      <a href={`mailto:${site.email}`} className={link}>
        {site.email}
      </a>{' '}
      or call{' '}
      <a href={site.phone.href} className={link}>
        {site.phone.display}
      </a>
      .
    </p>
  )
}
