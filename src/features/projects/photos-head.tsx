import type { ReactNode } from 'react'

type PhotosHeadProps = { id: string; title: string; children: ReactNode }

/** The heading of a grid of pictures, with what they show and what they are. */
export function PhotosHead({ id, title, children }: PhotosHeadProps) {
  return (
    <div className="flex h-full flex-col gap-5">
      <h2 id={id} className="text-3xl md:text-4xl lg:text-5xl">
        {title}
      </h2>
      <div className="grid max-w-sm gap-4 md:mt-auto">
        <p className="text-lg text-concrete-700">{children}</p>
        {/* Said here once, where a caption would otherwise pass them off as photographs of a site. */}
        <p className="text-sm text-concrete-600">Model view: every picture is an architectural model of the work.</p>
      </div>
    </div>
  )
}
