import { useEffect, useRef, useState } from 'react'
import { adminMessages } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'

type VideoPlayerProps = {
  /** Null if the file is missing, undefined while it loads. */
  src: string | null | undefined
  label: string
  trouble: string
  playing: boolean
  onPlayingChange: (playing: boolean) => void
}

const playFailed = () => toast.error(adminMessages.media.video.playFailed, { id: 'video-play' })

export function VideoPlayer({ src, label, trouble, playing, onPlayingChange }: VideoPlayerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [broken, setBroken] = useState(false)
  const unplayable = broken || src === null

  useEffect(() => {
    if (!playing) return video.current?.pause()
    if (unplayable) {
      playFailed()
      return onPlayingChange(false)
    }
    if (!src) return
    video.current?.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') return
      playFailed()
      onPlayingChange(false)
    })
  }, [playing, src, unplayable, onPlayingChange])

  return (
    <div className="relative grid aspect-video overflow-clip rounded-lg bg-ink">
      <video
        ref={video}
        src={src ?? undefined}
        aria-label={label}
        controls={!unplayable}
        muted
        playsInline
        preload="metadata"
        className="absolute size-full object-contain"
        onPlay={() => onPlayingChange(true)}
        onPause={() => onPlayingChange(false)}
        onLoadedMetadata={(event) => setBroken(event.currentTarget.videoWidth === 0)}
        onError={() => setBroken(true)}
      />
      {unplayable && (
        <p role="status" className="wrap-anywhere relative self-center p-4 text-center text-paper text-sm">
          {trouble}
        </p>
      )}
    </div>
  )
}
