import { Dialog } from '@/admin/components/dialog'
import { LazyScreen } from '@/admin/components/lazy-screen'
import { lazyModule } from '@/lib/lazy-module'
import type { SetUpFactorProps } from './set-up-factor'

/** Loaded when it is needed: it draws QR codes. */
export const setUpFactor = lazyModule(() => import('./set-up-factor'))

/** Sets up a second factor in a dialog, so that nothing on the page is lost. */
export function SetUpDialog(props: SetUpFactorProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onCancel()}
      title="Set up a second factor"
      onInteractOutside={(event) => event.preventDefault()}
      className="w-[min(28rem,calc(100vw-2rem))] gap-4 p-5 sm:p-6"
    >
      <LazyScreen module={setUpFactor} props={props} />
    </Dialog>
  )
}
