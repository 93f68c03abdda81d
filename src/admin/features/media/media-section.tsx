import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Tabs } from '@/admin/components/tabs'
import { ImageManager } from './images/image-manager'
import { StorageMeter } from './storage-meter'
import { clearUnusedFiles } from './stored-files'
import { VideoManager } from './videos/video-manager'

const tabs = [
  { key: 'videos', label: 'Video Management', content: <VideoManager /> },
  { key: 'images', label: 'Project Images', content: <ImageManager /> },
] as const

/** Media Management: the videos and images the owner shows on the home page, and the room they take. */
export default function MediaSection() {
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find(({ key }) => key === search.get('tab')) ?? tabs[0]

  useEffect(() => {
    // Left over from a tab that was closed between a file and its record, or during an undo.
    clearUnusedFiles().catch(() => undefined)
  }, [])

  return (
    <div className="grid gap-6">
      <Tabs
        label="Media"
        value={tab.key}
        onValueChange={(key) =>
          setSearch(
            (before) => {
              before.set('tab', key)
              return before
            },
            { replace: true },
          )
        }
        tabs={tabs}
      />
      <StorageMeter />
    </div>
  )
}
