import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { queryClient, useAction } from '@/admin/backend/query-client'
import { ConfirmDialog } from '@/admin/components/confirm-dialog'
import { logOut } from '@/admin/session/session-actions'
import { adminMessages } from '@/admin/words/messages'
import { toast } from '@/components/ui/toast'
import { loadModule } from '@/lib/lazy-module'
import { paths } from '@/paths'

const loadLifecycle = () => loadModule(() => import('@/admin/projects/sync/lifecycle'))

/** Logs out and goes to the login screen; `question` asks first where the server does not have everything yet. */
export const useLogOut = () => {
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState<readonly string[]>([])
  const { mutate, isPending } = useAction({
    mutationFn: async (isAsked: boolean) => {
      // Logging out must not depend on that code.
      const lifecycle = isAsked ? undefined : await loadLifecycle().catch(() => undefined)
      const left = (await lifecycle?.sendBeforeLeaving()) ?? []
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
