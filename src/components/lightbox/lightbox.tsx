import { ArrowLeft, ArrowRight, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import YetAnotherLightbox, {
  type ContainerRect,
  IconButton,
  type Labels,
  stopNavigationEventsPropagation,
} from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import { Picture } from '@/components/picture'
import { useIsShown } from '@/components/ui/use-is-shown'
import type { CaptionedImage } from '@/domain/image'
import { isModelView } from '@/domain/image-file'
import { whenIdle } from '@/lib/when-to-start'
import './lightbox.css'

declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    picture: { type: 'picture'; image: CaptionedImage }
  }
}

const labels: Labels = {
  Previous: 'Previous photo',
  Next: 'Next photo',
  '{index} of {total}': 'Photo {index} of {total}',
}

type LightboxProps = {
  title?: string
  images: readonly CaptionedImage[]
  index: number
  onShow: (index: number) => void
  /** Gets the last image, which `onShow` may not have reported yet. */
  onClose: (index: number) => void
}

export default function Lightbox({ title = 'Project Details', images, index, onShow, onClose }: LightboxProps) {
  const [current, setCurrent] = useState(index)
  // The library restarts with every new array.
  const [slides] = useState(() => images.map((image) => ({ type: 'picture' as const, image })))
  const [allLabels] = useState(() => ({ ...labels, Lightbox: title }))
  const [isDecoded, setIsDecoded] = useState(false)
  const descriptionId = useId()
  const isShown = useIsShown()
  // Undefined once closed, to ignore a second close during the fade-out.
  const shown = useRef<number | undefined>(index)

  return (
    <YetAnotherLightbox
      open
      className="lightbox"
      labels={allLabels}
      slides={slides}
      index={current}
      // Captions covers the image, which breaks the zoom's limits. Counter breaks when the browser translates the page.
      plugins={[Zoom]}
      animation={{ fade: 140, navigation: 200, swipe: 300, zoom: 150 }}
      carousel={{ preload: 1, padding: 0, spacing: 96 }}
      controller={{ closeOnBackdropClick: true, closeOnPullUp: true, closeOnPullDown: true }}
      portal={{
        container: {
          'aria-describedby': descriptionId,
          onKeyDown: ({ key }) => {
            if (key === 'Home') setCurrent(0)
            if (key === 'End') setCurrent(images.length - 1)
          },
        },
      }}
      zoom={{ supports: ['picture'], maxZoom: 4, scrollToZoom: true, pinchZoomV4: true }}
      close={() => {
        const last = shown.current
        if (last === undefined) return
        shown.current = undefined
        onClose(last)
      }}
      on={{
        view: ({ index: next }) => {
          setCurrent(next)
          if (shown.current === undefined || shown.current === next) return
          shown.current = next
          // The image comes first, because a navigation takes longer.
          void whenIdle().then(() => isShown() && shown.current === next && onShow(next))
        },
      }}
      render={{
        iconPrev: () => <ArrowLeft className="yarl__icon" />,
        iconNext: () => <ArrowRight className="yarl__icon" />,
        iconClose: () => <X className="yarl__icon" />,
        buttonZoom: ({ zoom, changeZoom }) => (
          <IconButton
            label={zoom > 1 ? 'Zoom out' : 'Zoom in'}
            icon={zoom > 1 ? ZoomOut : ZoomIn}
            onClick={() => changeZoom(zoom > 1 ? 1 : 2)}
          />
        ),
        // Neighbours must not delay the first image.
        slide: ({ slide, offset, rect }) =>
          slide.type === 'picture' && (offset === 0 || isDecoded) ? (
            <Slide image={slide.image} rect={rect} onDecoded={setIsDecoded} />
          ) : null,
        controls: () => (
          <>
            {/* The library detects backdrop clicks by this class. */}
            <div className="yarl__slide_wrapper absolute inset-0 -z-10" />
            <div aria-hidden className="lightbox-counter font-display font-semibold tabular-figures">
              {`${current + 1} / ${images.length}`}
            </div>
            <div {...stopNavigationEventsPropagation()} className="lightbox-caption">
              <h2 className="text-sm font-semibold tracking-wide text-gravel uppercase">{title}</h2>
              <div aria-live="polite" className="mt-2 text-lg leading-snug">
                <p className="sr-only">{`Photo ${current + 1} of ${images.length}`}</p>
                <p id={descriptionId} className="text-balance">
                  {images[current]?.description}
                </p>
              </div>
              {images.some(isModelView) && <p className="mt-2 text-sm text-concrete-400">Model view</p>}
            </div>
          </>
        ),
      }}
    />
  )
}

type SlideProps = { image: CaptionedImage; rect: ContainerRect; onDecoded: (isDecoded: true) => void }

function Slide({ image, rect, onDecoded }: SlideProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const done = () => onDecoded(true)
    frame.current?.querySelector('img')?.decode().then(done, done)
  }, [onDecoded])
  const ratio = image.width / image.height
  const width = Math.min(rect.width, rect.height * ratio)
  return (
    <div ref={frame} style={{ width, aspectRatio: ratio }}>
      <Picture
        image={image}
        sizes={`${Math.round(width)}px`}
        priority
        className="pointer-events-none size-full rounded-sm object-contain"
      />
    </div>
  )
}
