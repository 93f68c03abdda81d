import { Pause, Play, Trash2 } from 'lucide-react'
import { Badge } from '@/admin/components/badge'
import { Card } from '@/admin/components/card'
import { IconButton } from '@/admin/components/icon-button'
import { SmallButton } from '@/admin/components/small-button'
import { unavailableText } from '@/admin/text/media-texts'
import type { SavedFile } from '@/domain/media'
import { useMediaUrl } from '@/storage/use-media-url'
import { HeroButton } from './hero-button'
import type { useHero } from './use-hero'
import { VideoPlayer } from './video-player'

type VideoCardProps = {
  video: SavedFile
  hero: ReturnType<typeof useHero>
  playing: boolean
  onPlayingChange: (playing: boolean) => void
  onDelete: () => void
}

export function VideoCard({ video, hero, playing, onPlayingChange, onDelete }: VideoCardProps) {
  const src = useMediaUrl(video.url)
  const preview = playing ? 'Pause' : 'Preview'
  return (
    <Card as="li" className="grid grid-cols-1 content-start gap-3 p-3">
      <VideoPlayer
        src={src}
        label={video.name}
        trouble={unavailableText(video, src === null)}
        playing={playing}
        onPlayingChange={onPlayingChange}
      />
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <p className="wrap-anywhere font-semibold text-sm">{video.name}</p>
          <p className="flex flex-wrap items-center gap-2 text-concrete-600 text-sm">
            Uploaded {video.uploadDate} {hero.isHero(video.url) && <Badge tone="good">Showing as hero</Badge>}
          </p>
        </div>
        <IconButton
          Icon={Trash2}
          label={`Delete ${video.name}`}
          title="Delete"
          onClick={onDelete}
          className="-mt-1 text-danger"
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <SmallButton
          Icon={playing ? Pause : Play}
          aria-label={`${preview} ${video.name}`}
          onClick={() => onPlayingChange(!playing)}
        >
          {preview}
        </SmallButton>
        <HeroButton file={{ ...video, type: 'video' }} hero={hero} />
      </div>
    </Card>
  )
}
