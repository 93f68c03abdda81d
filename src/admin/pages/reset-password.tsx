import { Link } from 'react-router-dom'
import { site } from '@/content/site'
import { paths } from '@/paths'

/** Reset password. */
export function Component() {
  return (
    <main className="page-width grid min-h-svh content-center justify-items-start gap-5 py-20">
      <title>{`Reset password | ${site.name}`}</title>
      <h1 className="text-4xl">Reset password</h1>
      <Link to={paths.home.href} className="text-green-dark underline underline-offset-4">
        Return to website
      </Link>
    </main>
  )
}
