import { heroPictures } from '@/content/pictures/hero'
import { type HeroSlide, isSamePicture, type Video } from '@/domain/media'
import { withHeroVideo } from '@/domain/media-upload'
import { heroSlides } from '@/storage/keys'
import type { WriteOutcome } from '@/storage/stored-value'
import { type KeepOutcome, keepFile } from '../keep-file'
import { firstFrame } from './video-file'

// Without saved slides the home page shows these; they go on showing behind the video.
const builtIn: readonly HeroSlide[] = heroPictures.map(({ src }) => ({ type: 'image', src }))

const savedSlides = (): readonly HeroSlide[] => {
  const stored = heroSlides.read()
  return stored.state === 'value' ? stored.value : []
}

/** Puts a video first on the home page, with its first frame as the picture until it plays. Rejects when it has none. */
export const setAsHero = async ({ url }: Video): Promise<KeepOutcome> => {
  const frame = await firstFrame(url)
  return keepFile(frame, (poster) => {
    const saved = savedSlides()
    return heroSlides.write(withHeroVideo(saved.length > 0 ? saved : builtIn, { type: 'video', src: url, poster }))
  })
}

/** Whether a slide list opens with this video. */
export const opensWith = (slides: readonly HeroSlide[], url: string): boolean =>
  slides[0]?.type === 'video' && slides[0].src === url

/** Takes a video off the home page. Returns a way to put it back, or nothing when it was not there or could not be taken off. */
export const takeOffHero = (url: string): (() => WriteOutcome) | undefined => {
  const before = savedSlides()
  const [slide, ...others] = before
  if (!slide || !opensWith(before, url)) return
  const back = () => heroSlides.write([slide, ...savedSlides()])
  const isDefault =
    others.length === builtIn.length && others.every(({ src }, index) => isSamePicture(src, builtIn[index]?.src ?? ''))
  if (isDefault || others.length === 0) {
    heroSlides.remove()
    return () => heroSlides.write([...before])
  }
  return heroSlides.write(others) === 'written' ? back : undefined
}
