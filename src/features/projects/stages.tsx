import { Unbroken } from '@/components/unbroken'
import type { Project } from '@/domain/project'
import { ImageSection } from './image-section'

export function Stages({ images }: Pick<Project, 'images'>) {
  return (
    <ImageSection
      id="stages"
      title="Project Gallery"
      images={images}
      isPaired
      caption={({ description }, index) => (
        <>
          <span aria-hidden className="mb-3 block h-0.5 bg-concrete-300">
            <span className="block h-full bg-clay" style={{ width: `${(100 * (index + 1)) / images.length}%` }} />
          </span>
          <span className="font-display font-semibold text-ink tabular-figures">{`Stage ${index + 1}`}</span>
          <span className="mt-1 block max-md:text-sm">
            <Unbroken text={description} />
          </span>
        </>
      )}
    >
      {images.length === 1 ? 'The job in one picture.' : `The job in ${images.length} stages, from start to finish.`}
    </ImageSection>
  )
}
