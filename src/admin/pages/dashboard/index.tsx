import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useMatch, useNavigate, useSearchParams } from 'react-router-dom'
import { useAction } from '@/admin/backend/query-client'
import { ConfirmDialog } from '@/admin/components/confirm-dialog'
import { LazyScreen } from '@/admin/components/lazy-screen'
import { useReturnState } from '@/admin/components/return-to'
import { useAdminSession } from '@/admin/session/admin-session'
import { logOut } from '@/admin/session/session-actions'
import { adminMessages } from '@/admin/words/messages'
import { toast } from '@/components/ui/toast'
import { lazyModule, loadModule } from '@/lib/lazy-module'
import { paths } from '@/paths'
import { sectionOf } from './sections'
import { Shell } from './shell'

// Without the flag: a message, then a redirect to the login screen, which returns here.
function Gate() {
  const navigate = useNavigate()
  const { from } = useReturnState()
  const { isSigningOut } = useAdminSession()
  const notified = useRef(false)
  useEffect(() => {
    if (isSigningOut || notified.current) return
    notified.current = true
    toast.error(adminMessages.session.gate)
    void navigate(paths.adminLogin.href, { replace: true, state: { from, notice: 'gate' } })
  }, [isSigningOut, navigate, from])
  return (
    <main className="grid min-h-svh place-items-center px-5">
      <h1 className="sr-only">Admin Dashboard</h1>
      <p role="status">{isSigningOut ? 'Logging out...' : adminMessages.session.gate}</p>
    </main>
  )
}

const loadSaving = () => loadModule(() => import('@/admin/projects/unsent'))

/** Logs out, says so, and goes to the login screen; `question` asks first where the server does not have everything. */
export const useLogOut = () => {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [unsent, setUnsent] = useState<readonly string[]>([])
  const { mutate, isPending } = useAction({
    mutationFn: async (isAsked: boolean) => {
      const left = isAsked
        ? []
        : await loadSaving().then(
            ({ sendBeforeLeaving }) => sendBeforeLeaving(),
            () => [],
          )
      setUnsent(left)
      return left.length > 0 ? undefined : logOut()
    },
    onSuccess: (isEverywhere) => {
      if (isEverywhere === undefined) return
      queryClient.clear()
      toast.success(adminMessages.session.signedOut)
      if (!isEverywhere) toast.info(adminMessages.session.signedOutHereOnly)
      void navigate(paths.adminLogin.href, { replace: true })
    },
  })
  const { unsent: title, unsentText } = adminMessages.media.projects
  const question = (
    <ConfirmDialog
      open={unsent.length > 0}
      onClose={() => setUnsent([])}
      title={title}
      description={
        <>
          <p>{unsentText}</p>
          <ul className="wrap-anywhere list-disc pl-5 text-sm">
            {unsent.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      }
      confirmLabel="Log out"
      cancelLabel="Stay logged in"
      action={{ isPending, error: null }}
      onConfirm={() => void mutate(true)}
    />
  )
  return { logOut: () => void mutate(false), question }
}

const approval = lazyModule(() => import('@/admin/reviews/approval-view'))

const moduleOf = (approving: boolean, key: string | null) => (approving ? approval : sectionOf(key).module)

/** Loads the section's code, so that the dashboard's frame and its section appear together. */
export const loader = async ({ url }: LoaderFunctionArgs): Promise<void> => {
  const isApproval = url.pathname === paths.adminApproveTestimonial.href
  await moduleOf(isApproval, url.searchParams.get('section'))
    .load()
    .catch(() => {})
}

export function Component() {
  const [search] = useSearchParams()
  const approving = useMatch(paths.adminApproveTestimonial.pattern) !== null
  const { flag } = useAdminSession()
  // Called here, because everything below unmounts when the flag is cleared.
  const { logOut, question } = useLogOut()
  if (!flag) return <Gate />

  const section = sectionOf(approving ? 'reviews' : search.get('section'))
  const module = moduleOf(approving, search.get('section'))
  return (
    <Shell active={section.key} title={section.title} onLogOut={logOut}>
      <LazyScreen key={approving ? 'approval' : section.key} module={module} />
      {question}
    </Shell>
  )
}
