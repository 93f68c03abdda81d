import { Link } from 'react-router-dom'
import { site } from '@/content/site'
import { paths } from '@/paths'

/** Admin Portal Login. */
export function Component() {
  return (
    <main className="page-width grid min-h-svh content-center justify-items-start gap-5 py-20">
      <title>{`Admin Portal Login | ${site.name}`}</title>
      <h1 className="text-4xl">Admin Portal Login</h1>
      <Link to={paths.home.href} className="text-green-dark underline underline-offset-4">
        Return to website
      </Link>
    </main>
  )
}
