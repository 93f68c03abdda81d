import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { LazyScreen } from '@/admin/components/lazy-screen'
import { Tabs } from '@/admin/components/tabs'
import { AdminOnly } from '@/admin/features/session/admin-only'
import { lazyModule } from '@/lib/lazy-module'
import { ImageManager } from './images/image-manager'
import { clearUnusedFiles } from './saved-files'
import { StorageMeter } from './storage-meter'
import { VideoManager } from './videos/video-manager'

const publish = lazyModule(() => import('./publish/publish-panel'))
const projects = lazyModule(() => import('./projects/projects-panel'))

const tabs = [
  { key: 'videos', label: 'Video Management', content: <VideoManager /> },
  { key: 'images', label: 'Project Images', content: <ImageManager /> },
  {
    key: 'publish',
    label: 'Publish',
    content: (
      <AdminOnly what="publications">
        <LazyScreen module={publish} />
      </AdminOnly>
    ),
  },
  {
    key: 'projects',
    label: 'Projects',
    content: (
      <AdminOnly what="projects">
        <LazyScreen module={projects} />
      </AdminOnly>
    ),
  },
] as const

export default function MediaSection() {
  const [search] = useSearchParams()
  useEffect(() => {
    clearUnusedFiles().catch(() => undefined)
  }, [])

  return (
    <div className="grid grid-cols-1 gap-6">
      <Tabs label="Media" tabs={tabs} />
      {search.get('tab') !== 'projects' && <StorageMeter />}
    </div>
  )
}
