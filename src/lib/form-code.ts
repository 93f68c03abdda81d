import { AppError } from './errors'
import { isReachable } from './is-reachable'

/**
 * Fetches the code that checks and sends a form, which nobody needs before they fill it in. When it cannot be had it
 * throws `AppError('offline')` while the server cannot be reached, and `AppError('outdated')` otherwise: a newer version of the site is
 * live, and trying again cannot help.
 */
export const formCode = <Module>(load: () => Promise<Module>): Promise<Module> =>
  load().catch(async (cause: unknown) => {
    throw new AppError((await isReachable()) ? 'outdated' : 'offline', { cause })
  })

/** Begins to fetch that code, as soon as somebody turns to the form. A failure is told when the form is sent. */
export const prepareForm = (load: () => Promise<unknown>) => (): void => void load().catch(() => {})
