import { dropEmailedLink, RESET_PAGE, readEmailedLink } from '@/lib/emailed-link'

const drop = () => {
  if (readEmailedLink(location.hash) && !location.pathname.startsWith(RESET_PAGE)) dropEmailedLink()
}

/** Takes an emailed link out of the address of any other page: the auth server leads home where it may not lead elsewhere. */
export const dropStrayLinks = (): void => {
  drop()
  addEventListener('hashchange', drop)
}
