import { useNavigate } from 'react-router-dom'
import { queryClient } from '@/admin/backend/query-client'
import { confirm } from '@/admin/components/confirm'
import { useAction } from '@/admin/components/use-action'
import { logOut } from '@/admin/session/session-actions'
import { adminMessages } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'
import { loadModule } from '@/lib/lazy-module'
import { paths } from '@/paths'

const loadLifecycle = () => loadModule(() => import('@/admin/projects/sync/lifecycle'))

const confirmLoss = (unsent: readonly string[]) =>
  confirm({
    title: adminMessages.media.projects.unsent,
    description: (
      <>
        <p>{adminMessages.media.projects.unsentText}</p>
        <ul className="wrap-anywhere list-disc pl-5 text-sm">
          {unsent.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </>
    ),
    confirmLabel: 'Log out',
    cancelLabel: 'Stay signed in',
  })

/** Returns a function that signs out, and asks first if changes are unsaved. */
export const useLogOut = (): (() => void) => {
  const navigate = useNavigate()
  const { mutate } = useAction({
    mutationFn: async () => {
      // Sign-out must work even if this module can't be loaded.
      const lifecycle = await loadLifecycle().catch(() => undefined)
      const unsent = (await lifecycle?.sendBeforeLeaving()) ?? []
      return unsent.length === 0 || (await confirmLoss(unsent)) ? logOut() : undefined
    },
    onSuccess: (isEverywhere) => {
      if (isEverywhere === undefined) return
      queryClient.clear()
      toast.success(adminMessages.session.signedOut)
      if (!isEverywhere) toast.info(adminMessages.session.signedOutHereOnly)
      void navigate(paths.adminLogin.href, { replace: true })
    },
  })
  return () => void mutate()
}
