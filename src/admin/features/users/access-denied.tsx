import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { adminMessages } from '@/admin/messages'
import { loginHref } from '@/admin/return-to'
import { Link } from '@/components/link'
import { buttonClass } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'

const READING_MS = 3_000

/** Tells whoever is no administrator so, and moves on to the login screen. */
export function AccessDenied() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const told = useRef(false)
  const { users } = adminMessages
  useEffect(() => {
    if (!told.current) toast.error(users.denied)
    told.current = true
    const timer = setTimeout(() => navigate(loginHref(pathname), { replace: true }), READING_MS)
    return () => clearTimeout(timer)
  }, [navigate, pathname])
  return (
    <div role="alert" className="grid justify-items-center gap-3 py-20 text-center">
      <h2 className="font-sans text-xl tracking-normal">{users.deniedTitle}</h2>
      <p>{users.deniedText}</p>
      <Link to={loginHref(pathname)} className={buttonClass({ size: 'sm' })}>
        Go to admin login
      </Link>
    </div>
  )
}
