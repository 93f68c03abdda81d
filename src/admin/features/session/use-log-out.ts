import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { adminMessages } from '@/admin/messages'
import { useAction } from '@/admin/query-client'
import { toast } from '@/components/ui/toast'
import { paths } from '@/paths'
import { logOut } from './session-actions'

/** Returns a function that logs out everywhere and goes to the login screen. */
export const useLogOut = (): (() => void) => {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate } = useAction({
    mutationFn: logOut,
    onSuccess: (everywhere) => {
      queryClient.clear()
      toast.success(adminMessages.session.signedOut)
      if (!everywhere) toast.info(adminMessages.session.signedOutHereOnly)
      void navigate(paths.adminLogin.href, { replace: true })
    },
  })
  return () => void mutate()
}
