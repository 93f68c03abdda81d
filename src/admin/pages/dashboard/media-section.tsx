import { type ReactNode, useEffect } from 'react'
import { LazyScreen } from '@/admin/components/lazy-screen'
import { Tabs } from '@/admin/components/tabs'
import { useUnpublished } from '@/admin/publications/use-unpublished'
import { ImageManager } from '@/admin/saved-media/image-manager'
import { deleteUnusedFiles } from '@/admin/saved-media/saved-files'
import { StorageMeter } from '@/admin/saved-media/storage-meter'
import { useHero } from '@/admin/saved-media/use-hero'
import { VideoManager } from '@/admin/saved-media/video-manager'
import { AdminOnly } from '@/admin/session/admin-only'
import { lazyModule } from '@/lib/lazy-module'

const publish = lazyModule(() => import('@/admin/publications/publish-panel'))
const projects = lazyModule(() => import('@/admin/projects/projects-panel'))

function InBrowser({ manager }: { manager: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      {manager}
      <StorageMeter />
    </div>
  )
}

function Images() {
  return <InBrowser manager={<ImageManager isUnpublished={useUnpublished()} />} />
}

function Projects() {
  return <LazyScreen module={projects} props={{ hero: useHero() }} />
}

const tabs = [
  { key: 'videos', label: 'Video Management', content: <InBrowser manager={<VideoManager />} /> },
  { key: 'images', label: 'Project Images', content: <Images /> },
  {
    key: 'publish',
    label: 'Publish',
    content: (
      <AdminOnly what="publications">
        <LazyScreen module={publish} props={{}} />
      </AdminOnly>
    ),
  },
  {
    key: 'projects',
    label: 'Projects',
    content: (
      <AdminOnly what="projects">
        <Projects />
      </AdminOnly>
    ),
  },
] as const

export default function MediaSection() {
  useEffect(() => {
    deleteUnusedFiles().catch(() => undefined)
  }, [])

  return <Tabs label="Media" tabs={tabs} remembers />
}
