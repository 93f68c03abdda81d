import type { ReactNode } from 'react'
import { Logo } from '@/components/layout/logo'
import { Link } from '@/components/link'
import { site } from '@/content/site'
import { paths } from '@/paths'

type EntryFrameProps = {
  title: string
  /** The document's title, where it says more than the heading. */
  pageTitle?: string
  subtitle: ReactNode
  children: ReactNode
}

export function EntryFrame({ title, pageTitle = title, subtitle, children }: EntryFrameProps) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid min-h-svh outline-none content-center justify-items-center gap-6 bg-paper-deep px-4 py-10"
    >
      <title>{`${pageTitle} | ${site.name}`}</title>
      <Logo variant="default" label={site.name} className="w-[130px]" />
      <div className="w-full max-w-md rounded-card border border-concrete-200 bg-white p-6 sm:p-8">
        <h1 tabIndex={-1} className="text-2xl">
          {title}
        </h1>
        <p className="wrap-anywhere mt-1.5 text-concrete-600">{subtitle}</p>
        <div className="mt-6 grid gap-5">{children}</div>
      </div>
      <Link to={paths.home.href} className="py-1 text-green-dark underline underline-offset-4">
        Return to website
      </Link>
    </main>
  )
}
