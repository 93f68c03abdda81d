import type { ComponentProps, ReactNode } from 'react'
import { PhotoGrid } from '@/components/lightbox/photo-grid'
import { isModelView } from '@/domain/image-file'
import { CARD_SIZES, CardGrid, PAIR_SIZES } from './card-grid'

type ImageSectionProps = { id: string; title: string; isPaired?: boolean; children: ReactNode } & Pick<
  ComponentProps<typeof PhotoGrid>,
  'images' | 'caption'
>

export function ImageSection({ id, title, isPaired = false, children, ...photos }: ImageSectionProps) {
  const head = (
    <div className="flex flex-col gap-5">
      <h2 id={id} className="text-[min(1.875rem,9vw)] lg:text-[2.375rem] xl:text-5xl">
        {title}
      </h2>
      <div className="grid max-w-sm gap-4">
        <p className="text-lg text-concrete-700">{children}</p>
        {/* Captions could pass the images off as photographs. */}
        {photos.images.some(isModelView) && (
          <p className="text-sm text-concrete-600">All pictures show architectural models of the work.</p>
        )}
      </div>
    </div>
  )
  return (
    <section aria-labelledby={id} className="border-t border-concrete-200">
      <div className="page-width py-20 lg:py-28">
        <CardGrid count={photos.images.length} head={head} isPaired={isPaired}>
          <PhotoGrid {...photos} sizes={isPaired ? PAIR_SIZES : CARD_SIZES} />
        </CardGrid>
      </div>
    </section>
  )
}
