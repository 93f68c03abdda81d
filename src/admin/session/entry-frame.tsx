import type { ReactNode } from 'react'
import { Card } from '@/admin/components/card'
import { TextLink } from '@/admin/components/text-link'
import { Logo } from '@/components/layout/logo'
import { site } from '@/content/site'
import { paths } from '@/paths'

type EntryFrameProps = {
  title: string
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
      <Card className="w-full max-w-md p-6 sm:p-8">
        <h1 tabIndex={-1} className="text-2xl">
          {title}
        </h1>
        <p className="wrap-anywhere mt-1.5 text-concrete-600">{subtitle}</p>
        <div className="mt-6 grid gap-5">{children}</div>
      </Card>
      <TextLink to={paths.home.href} className="py-1">
        Return to website
      </TextLink>
    </main>
  )
}
