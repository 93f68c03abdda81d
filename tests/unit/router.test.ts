import { describe, expect, it, vi } from 'vitest'
import { memoryHistory } from '@/router/history'
import { createRouter, type Prerendered } from '@/router/router'
import { matchPath, matchRoutes, type Route } from '@/router/routes'

const Page = () => null

/** A page whose code arrives when the test says so. */
const latePage = (id: string, path: string) => {
  let arrive = (_: 'here' | 'missing') => {}
  const lazy = vi.fn(
    () =>
      new Promise<{ Component: typeof Page }>((resolve, reject) => {
        arrive = (how) => (how === 'here' ? resolve({ Component: Page }) : reject(new Error(`${id} is gone`)))
      }),
  )
  return { route: { id, path, lazy } satisfies Route, lazy, arrive: (how: 'here' | 'missing') => arrive(how) }
}

const home: Route = { id: 'home', path: '/', Component: Page }
const about: Route = { id: 'about', path: '/about', Component: Page }
const missing: Route = { id: 'missing', path: '*', Component: Page }

const startAt = async (path: string, routes: readonly Route[], prerendered?: Prerendered) => {
  const history = memoryHistory(path)
  const router = createRouter([{ id: 'frame', children: routes }], history, prerendered)
  await router.ready
  return { history, router, place: () => router.state.location.pathname + router.state.location.search }
}

describe('a pattern', () => {
  it.each([
    ['/projects', '/projects', {}],
    ['/projects', '/Projects/', {}],
    ['/project/:projectId', '/project/mayfair', { projectId: 'mayfair' }],
    ['/project/:projectId', '/project/a%2Fb', { projectId: 'a/b' }],
    ['/project/:projectId', '/project/100%', { projectId: '100%' }],
    ['/', '/', {}],
  ])('%s fits %s', (pattern, path, params) => {
    expect(matchPath(pattern, path)).toEqual(params)
  })

  it.each([
    ['/projects', '/projects/extra'],
    ['/projects', '/project'],
    ['/project/:projectId', '/project/'],
    ['/', '/about'],
  ])('%s does not fit %s', (pattern, path) => {
    expect(matchPath(pattern, path)).toBeNull()
  })

  it('for everything else fits last, wherever it stands', () => {
    const found = (path: string) => matchRoutes([missing, { id: 'frame', children: [about] }], path)?.branch.at(-1)?.id
    expect(found('/about')).toBe('about')
    expect(found('/nowhere')).toBe('missing')
  })
})

describe('the first page', () => {
  it.each([
    [0, 1],
    [1, 0],
  ])('is ready only when the place that was asked for last can be drawn (%i before %i)', async (...order) => {
    const arrivals: (() => void)[] = []
    const lazy = () =>
      new Promise<{ Component: typeof Page }>((resolve) => arrivals.push(() => resolve({ Component: Page })))
    const history = memoryHistory('/late#token')
    const router = createRouter([{ id: 'frame', children: [home, { id: 'late', path: '/late', lazy }] }], history)
    // What reads the hash takes it off the address, which the browser reports as a move.
    history.write('REPLACE', { ...history.location, hash: '' })
    history.go(0)
    const seen: unknown[] = []
    void router.ready.then(() => seen.push(router.state.branch.map(({ id }) => id)))
    for (const which of order) {
      arrivals[which]?.()
      await new Promise((resolve) => setTimeout(resolve))
    }
    expect(seen).toEqual([['frame', 'late']])
    expect(router.state.location.hash).toBe('')
  })
})

describe('going to another page', () => {
  it('keeps address and page until the code is there, and says where it is going', async () => {
    const late = latePage('late', '/late')
    const { router, history, place } = await startAt('/', [home, late.route])
    const gone = router.navigate('/late')
    expect(place()).toBe('/')
    expect(history.location.pathname).toBe('/')
    expect(router.state.pending?.pathname).toBe('/late')
    late.arrive('here')
    await gone
    expect(place()).toBe('/late')
    expect(history.location.pathname).toBe('/late')
    expect(router.state.pending).toBeUndefined()
    expect(router.state.branch.map(({ id }) => id)).toEqual(['frame', 'late'])
  })

  it('forgets a page that was asked for before the last one', async () => {
    const late = latePage('late', '/late')
    const { router, place } = await startAt('/', [home, about, late.route])
    const first = router.navigate('/late')
    await router.navigate('/about')
    late.arrive('here')
    await first
    expect(place()).toBe('/about')
    expect(router.state.branch.at(-1)?.id).toBe('about')
  })

  it('reports a page that cannot be had at its own address, and asks for it again the next time', async () => {
    const late = latePage('late', '/late')
    const { router, place } = await startAt('/', [home, late.route])
    const gone = router.navigate('/late')
    late.arrive('missing')
    await gone
    expect(place()).toBe('/late')
    expect(router.state.failure).toEqual({ reason: new Error('late is gone') })
    const again = router.navigate('/late')
    late.arrive('here')
    await again
    expect(router.state.failure).toBeUndefined()
    expect(late.lazy).toHaveBeenCalledTimes(2)
  })

  it('takes no second fetch when it was fetched ahead', async () => {
    const late = latePage('late', '/late')
    const { router } = await startAt('/', [home, late.route])
    router.preload('/late')
    late.arrive('here')
    await vi.waitFor(() => expect(late.lazy).toHaveBeenCalledOnce())
    await router.navigate('/late')
    expect(late.lazy).toHaveBeenCalledOnce()
  })

  it('loads the data of the address, and again for another parameter only', async () => {
    const loader = vi.fn(({ params }: { params: { id?: string } }) => `data of ${params.id}`)
    const { router } = await startAt('/item/1', [{ id: 'item', path: '/item/:id', Component: Page, loader }])
    expect(router.state.data).toBe('data of 1')
    await router.navigate('?photo=2')
    expect(loader).toHaveBeenCalledOnce()
    expect(router.state.location.search).toBe('?photo=2')
    await router.navigate('/item/2')
    expect(router.state.data).toBe('data of 2')
  })

  it('adds no second entry for the address that is open', async () => {
    const { router, history } = await startAt('/', [home, about])
    await router.navigate('/about')
    await router.navigate('/about')
    expect(history.index).toBe(1)
    await router.navigate('#section')
    expect(history.index).toBe(2)
  })

  it('follows a redirect without leaving a step in the history', async () => {
    const { router, history, place } = await startAt('/old', [home, { id: 'old', path: '/old', redirect: '/' }])
    expect(place()).toBe('/')
    expect(history.index).toBe(0)
    expect(router.state.branch.at(-1)?.id).toBe('home')
  })

  it.each(['//elsewhere.example/x', '/\\elsewhere.example'])('never leaves the site for %s', async (target) => {
    const { router, history } = await startAt('/', [home, missing])
    await router.navigate(target)
    expect(history.location.pathname).toMatch(/^\/[^/]/)
    expect(router.state.branch.at(-1)?.id).toBe('missing')
  })
})

describe('a guard', () => {
  const guarded = async () => {
    const site = await startAt('/', [home, about])
    await site.router.navigate('/about')
    const held: (() => void)[] = []
    const stop = site.router.guard((_from, _to, goOn) => held.push(goOn) > 0)
    return { ...site, held, stop }
  }

  it('holds a visitor who follows a link, until it lets go', async () => {
    const { router, place, held } = await guarded()
    await router.navigate('/')
    expect(place()).toBe('/about')
    held[0]?.()
    await vi.waitFor(() => expect(place()).toBe('/'))
  })

  it('holds a visitor who goes back, with the address they are held at, until it lets go', async () => {
    const { router, history, place, held } = await guarded()
    await router.navigate(-1)
    expect(held).toHaveLength(1)
    expect(place()).toBe('/about')
    expect(history.location.pathname).toBe('/about')
    held[0]?.()
    await vi.waitFor(() => expect(place()).toBe('/'))
    expect(held).toHaveLength(1)
  })

  it('that was put away holds nobody', async () => {
    const { router, place, stop } = await guarded()
    stop()
    await router.navigate('/')
    expect(place()).toBe('/')
  })
})

describe('a prerendered page', () => {
  const standing = (wanted: () => Promise<void>) => {
    const failures: unknown[] = []
    const prerendered: Prerendered = {
      id: 'late',
      wanted: vi.fn(wanted),
      onAlive: vi.fn(),
      onFailure: (reason) => failures.push(reason),
    }
    return { prerendered, failures }
  }

  it('is ready before its own code, which is fetched when it is wanted', async () => {
    let want = () => {}
    const { prerendered } = standing(() => new Promise<void>((resolve) => (want = resolve)))
    const late = latePage('late', '/late')
    const { router } = await startAt('/late', [late.route], prerendered)
    expect(router.state.initialized).toBe(true)
    expect(late.lazy).not.toHaveBeenCalled()
    want()
    await vi.waitFor(() => expect(late.lazy).toHaveBeenCalledOnce())
    late.arrive('here')
    await expect(router.state.branch.at(-1)?.waiting?.page).resolves.toMatchObject({ Component: Page })
  })

  it('stays as it is when its code cannot be had, and asks again', async () => {
    const { prerendered, failures } = standing(() => Promise.resolve())
    const late = latePage('late', '/late')
    const { router } = await startAt('/late', [late.route], prerendered)
    await vi.waitFor(() => expect(late.lazy).toHaveBeenCalledOnce())
    late.arrive('missing')
    await vi.waitFor(() => expect(late.lazy).toHaveBeenCalledTimes(2))
    late.arrive('here')
    await expect(router.state.branch.at(-1)?.waiting?.page).resolves.toMatchObject({ Component: Page })
    expect(failures).toEqual([new Error('late is gone')])
    expect(router.state.failure).toBeUndefined()
  })

  it('of another route than the address asks for does not hold back the right one', async () => {
    const { prerendered } = standing(() => new Promise<void>(() => {}))
    const { router } = await startAt('/about', [about], prerendered)
    expect(router.state.branch.at(-1)).toMatchObject({ id: 'about', Component: Page })
    expect(prerendered.wanted).not.toHaveBeenCalled()
  })
})
