import { PhotoGrid } from '@/components/lightbox/photo-grid'
import type { Project } from '@/domain/project'
import { CARD_SIZES, CardGrid, ImagesHead } from './card-grid'

export function Stages({ images }: Pick<Project, 'images'>) {
  return (
    <CardGrid
      count={images.length}
      head={
        <ImagesHead id="stages" title="Project Gallery">
          The job in {images.length} stages, from what was there before to what is there now.
        </ImagesHead>
      }
    >
      <PhotoGrid
        images={images}
        sizes={CARD_SIZES}
        className="contents"
        caption={({ description }, index) => (
          <>
            <StageGauge stage={index + 1} of={images.length} />
            <span className="font-display font-semibold text-ink tabular-nums">Stage {index + 1}</span>
            <span className="mt-1 block">{description}</span>
          </>
        )}
      />
    </CardGrid>
  )
}

function StageGauge({ stage, of }: { stage: number; of: number }) {
  return (
    <span aria-hidden className="mb-3 block h-0.5 bg-concrete-300">
      <span className="block h-full bg-clay" style={{ width: `${(100 * stage) / of}%` }} />
    </span>
  )
}
