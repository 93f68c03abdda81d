import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router-dom'
import { Dialog } from '@/admin/components/dialog'
import { ErrorPanel } from '@/admin/components/error-panel'
import { FilterButtons } from '@/admin/components/filter-buttons'
import { SmallButton } from '@/admin/components/small-button'
import { adminMessages } from '@/admin/text/messages'
import { Footer } from '@/components/layout/footer'
import { NavigationBar } from '@/components/layout/navigation-bar'
import { parseProject } from '@/domain/custom-project'
import { loadModule } from '@/lib/lazy-module'
import { siteMediaUrl } from '@/lib/site-media'
import { paths } from '@/paths'
import { toContent } from './content'
import type { ProjectState } from './use-project'

const SCREENS = [
  { key: 'phone', label: 'On a phone', width: 390 },
  { key: 'computer', label: 'On a computer', width: 1440 },
] as const

// biome-ignore lint/style/noRestrictedImports: the very page, fetched only to be previewed.
const loadPage = () => loadModule(() => import('@/pages/project'))

function Site() {
  return (
    <>
      <NavigationBar />
      <main>
        <Outlet />
      </main>
      <Footer onCookieSettings={() => {}} />
    </>
  )
}

type Shown = Pick<ProjectState, 'draft' | 'findBlob'>

type Drawing = { project: Shown; signal: AbortSignal; onClose: () => void }

const draw = async (frame: HTMLIFrameElement, { project: state, signal, onClose }: Drawing): Promise<void> => {
  const { draft, findBlob } = state
  // Firefox replaces a new frame's initial document.
  if (frame.contentDocument?.readyState !== 'complete')
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  const { Component } = await loadPage()
  const page = frame.contentDocument
  if (!page || signal.aborted) return
  const project = parseProject('preview', toContent(draft), (name) => {
    const blob = findBlob(name)
    if (!blob) return siteMediaUrl(name)
    const url = URL.createObjectURL(blob)
    signal.addEventListener('abort', () => URL.revokeObjectURL(url))
    return url
  })
  page.documentElement.lang = 'en-GB'
  for (const style of document.head.querySelectorAll('style, link[rel="stylesheet"]'))
    page.head.append(page.importNode(style, true))
  page.body.className = document.body.className
  const ignore = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  page.addEventListener('click', ignore, true)
  // Key events in the frame don't reach the dialog.
  page.addEventListener('keydown', ({ key }) => key === 'Escape' && onClose())
  // An empty frame has no URL for the browser router. A memory router would enlarge every page's bundle.
  const elsewhere = {
    document: page,
    location: new URL(paths.project.href('preview'), window.location.href),
    history: { state: null, replaceState: () => {}, pushState: () => {} },
    addEventListener: () => {},
    removeEventListener: () => {},
  }
  const routes = [{ Component: Site, children: [{ id: 'preview', path: '*', loader: () => project, Component }] }]
  const router = createBrowserRouter(routes, {
    window: elsewhere as unknown as Window,
    hydrationData: { loaderData: { preview: project } },
  })
  const root = createRoot(page.body.appendChild(page.createElement('div')))
  root.render(<RouterProvider router={router} />)
  signal.addEventListener('abort', () => {
    root.unmount()
    router.dispose()
  })
}

type FrameProps = { project: Shown; width: number; label: string; onClose: () => void }

function Frame({ project, width, label, onClose }: FrameProps) {
  const room = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const shown = useRef(project)
  const [size, setSize] = useState({ scale: 1, height: 0 })
  const [error, setError] = useState<unknown>()
  const close = useEffectEvent(onClose)

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const measure = () => {
      const { clientWidth = width, clientHeight = 0 } = room.current ?? {}
      const scale = Math.min(1, clientWidth / width)
      setSize({ scale, height: clientHeight / scale })
    }
    measure()
    window.addEventListener('resize', measure, { signal })
    if (frame.current) draw(frame.current, { project: shown.current, signal, onClose: close }).catch(setError)
    // A root can't be unmounted while React is rendering.
    return () => void setTimeout(() => controller.abort())
  }, [width])

  if (error !== undefined) return <ErrorPanel error={error} title={adminMessages.dashboard.sectionFailed} />
  return (
    <div ref={room} className="h-[65svh] overflow-hidden rounded-lg border border-concrete-300 bg-concrete-100">
      <iframe
        ref={frame}
        title={`${label}, ${width.toLocaleString('en-GB')} pixels wide`}
        style={{ width, height: size.height, transform: `scale(${size.scale})` }}
        className="mx-auto block max-w-none origin-top-left bg-paper"
      />
    </div>
  )
}

type PreviewProps = { project: Shown; onClose: () => void }

/** Shows a draft as visitors will see it. */
export function Preview({ project, onClose }: PreviewProps) {
  const [chosen, setChosen] = useState<(typeof SCREENS)[number]['key']>('phone')
  return (
    <Dialog
      onClose={onClose}
      title="Preview"
      description="How the page will look once published. Links are disabled here."
      className="w-[min(80rem,calc(100vw-1.5rem))] gap-3 p-4 sm:p-6"
    >
      <div className="flex flex-wrap justify-between gap-2">
        <FilterButtons label="Width" choices={SCREENS} chosen={chosen} onChoose={setChosen} />
        <SmallButton variant="ghost" onClick={onClose}>
          Close
        </SmallButton>
      </div>
      {SCREENS.map(
        ({ key, ...screen }) => key === chosen && <Frame key={key} project={project} onClose={onClose} {...screen} />,
      )}
    </Dialog>
  )
}
