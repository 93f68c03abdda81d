import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { Dialog } from '@/admin/components/dialog'
import { ErrorPanel } from '@/admin/components/error-panel'
import { SmallButton } from '@/admin/components/small-button'
import { adminMessages } from '@/admin/messages'
import { parseProject } from '@/domain/own-project'
import type { Project } from '@/domain/project'
import { loadModule } from '@/lib/lazy-module'
import { siteMediaUrl } from '@/lib/site-media'
import { paths } from '@/paths'
import { readFile } from './draft-store'
import type { Content } from './projects'

const WIDTHS = [
  { width: 390, name: 'On a phone' },
  { width: 1440, name: 'On a computer' },
] as const

// biome-ignore lint/style/noRestrictedImports: the very page, fetched only to be previewed.
const loadPage = () => loadModule(() => import('@/pages/project'))

/** A project with this browser's own files; `release` when it no longer shows. */
const toProject = async (key: string, content: Content): Promise<{ project: Project | null; release: () => void }> => {
  const urls = new Map<string, string>()
  for (const name of content.images.flatMap(({ files }) => files)) {
    const blob = await readFile(key, name)
    urls.set(name, blob ? URL.createObjectURL(blob) : siteMediaUrl(name))
  }
  const release = () => {
    for (const url of urls.values()) URL.revokeObjectURL(url)
  }
  return { project: parseProject('preview', content, (name) => urls.get(name) ?? ''), release }
}

/** Draws the public page into an empty frame, whose width its styles go by; returns what takes it away. */
const draw = async (frame: HTMLIFrameElement, key: string, content: Content): Promise<() => void> => {
  // Firefox replaces the document of a new frame once.
  if (frame.contentDocument?.readyState !== 'complete')
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  const page = frame.contentDocument
  const [{ Component }, { project, release }] = await Promise.all([loadPage(), toProject(key, content)])
  if (!page) return release
  page.documentElement.lang = 'en-GB'
  for (const style of document.head.querySelectorAll('style, link[rel="stylesheet"]'))
    page.head.append(page.importNode(style, true))
  page.body.className = document.body.className
  // It is to be looked at: nothing of it leads away.
  page.addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      event.stopPropagation()
    },
    true,
  )
  // Every page would fetch another kind of router, and an empty frame has no address for this one.
  const elsewhere = {
    document: page,
    location: new URL(paths.project.href('preview'), window.location.href),
    history: { state: null, replaceState: () => {}, pushState: () => {} },
    addEventListener: () => {},
    removeEventListener: () => {},
  }
  const router = createBrowserRouter([{ id: 'preview', path: '*', loader: () => project, Component }], {
    window: elsewhere as unknown as Window,
    hydrationData: { loaderData: { preview: project } },
  })
  const root = createRoot(page.body.appendChild(page.createElement('main')))
  root.render(<RouterProvider router={router} />)
  return () => {
    root.unmount()
    router.dispose()
    release()
  }
}

type FrameProps = { project: string; content: Content; width: number; name: string }

function Frame({ project, content, width, name }: FrameProps) {
  const room = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const shown = useRef(content)
  const [size, setSize] = useState({ scale: 1, height: 0 })
  const [error, setError] = useState<unknown>()

  useEffect(() => {
    const measure = () => {
      const { clientWidth = width, clientHeight = 0 } = room.current ?? {}
      const scale = Math.min(1, clientWidth / width)
      setSize({ scale, height: clientHeight / scale })
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [width])

  useEffect(() => {
    let isLeft = false
    let clear = () => {}
    if (frame.current)
      draw(frame.current, project, shown.current).then((remove) => {
        clear = remove
        if (isLeft) remove()
      }, setError)
    return () => {
      isLeft = true
      // Not while React is still busy with the screen around it.
      setTimeout(clear)
    }
  }, [project])

  if (error !== undefined) return <ErrorPanel error={error} title={adminMessages.dashboard.sectionFailed} />
  return (
    <div ref={room} className="h-[65svh] overflow-hidden rounded-lg border border-concrete-300 bg-concrete-100">
      <iframe
        ref={frame}
        title={`${name}, ${width.toLocaleString('en-GB')} pixels wide`}
        style={{ width, height: size.height, transform: `scale(${size.scale})` }}
        className="mx-auto block max-w-none origin-top-left bg-paper"
      />
    </div>
  )
}

type PreviewProps = { project: string; content: Content; onClose: () => void }

/** Shows a draft as visitors will see it, at the width of a phone or of a computer. */
export function Preview({ project, content, onClose }: PreviewProps) {
  const [chosen, setChosen] = useState<(typeof WIDTHS)[number]>(WIDTHS[0])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Preview"
      description="The page as visitors will see it once you publish. Its links do nothing here."
      className="w-[min(80rem,calc(100vw-1.5rem))] gap-3 p-4 sm:p-6"
    >
      <div className="flex flex-wrap gap-2">
        {WIDTHS.map((one) => (
          <SmallButton
            key={one.width}
            variant={one === chosen ? 'default' : 'outline'}
            aria-pressed={one === chosen}
            onClick={() => setChosen(one)}
            className="max-sm:min-h-11"
          >
            {one.name}
          </SmallButton>
        ))}
        <SmallButton variant="ghost" onClick={onClose} className="ml-auto max-sm:min-h-11">
          Close
        </SmallButton>
      </div>
      <Frame key={chosen.width} {...{ project, content }} {...chosen} />
    </Dialog>
  )
}
