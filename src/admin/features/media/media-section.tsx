import { useEffect } from 'react'
import { Tabs } from '@/admin/components/tabs'
import { ImageManager } from './images/image-manager'
import { clearUnusedFiles } from './save-file'
import { StorageMeter } from './storage-meter'
import { VideoManager } from './videos/video-manager'

const tabs = [
  { key: 'videos', label: 'Video Management', content: <VideoManager /> },
  { key: 'images', label: 'Project Images', content: <ImageManager /> },
] as const

export default function MediaSection() {
  useEffect(() => {
    clearUnusedFiles().catch(() => undefined)
  }, [])

  return (
    <div className="grid gap-6">
      <Tabs label="Media" tabs={tabs} />
      <StorageMeter />
    </div>
  )
}
