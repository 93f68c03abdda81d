import type { MouseEvent } from 'react'
import { buttonClass } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { neighbours } from '@/content/neighbours'
import { lazyModule } from '@/lib/lazy-module'
import { CONNECTION } from '@/messages/everywhere'
import { loadErrorText } from '@/messages/load-error'

const letter = lazyModule(() => import('./letter'))

const print = ({ currentTarget }: MouseEvent<HTMLElement>) =>
  void letter.load().then(
    ({ printLetter }) => printLetter(() => currentTarget.focus()),
    (error) => toast.error(loadErrorText(error, CONNECTION)),
  )

export function LivingNextDoor() {
  if (neighbours.length === 0) return null
  return (
    <section aria-labelledby="neighbours" className="border-t border-concrete-200">
      <div className="page-width grid gap-x-8 gap-y-10 py-20 lg:grid-cols-3 lg:py-28">
        <div>
          <h2 id="neighbours" className="text-[min(1.875rem,9vw)] lg:text-[2.375rem] xl:text-5xl">
            Living next door
          </h2>
          <button
            type="button"
            className={buttonClass({ variant: 'outline', className: 'mt-8 noscript:hidden print:hidden' })}
            onClick={print}
          >
            Print a letter for your neighbours
          </button>
        </div>
        <div className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:col-span-2">
          {neighbours.map(({ title, text }) => (
            <div key={title} className="border-t border-concrete-300 pt-6">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-2 text-concrete-700">{text}</p>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
