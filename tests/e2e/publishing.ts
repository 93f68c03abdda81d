import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { APIRequestContext } from 'playwright/test'
import { type Account, expect } from './admin-support'
import { keys } from './support'

const root = new URL('../..', import.meta.url)
const pictures: { base: string }[] = JSON.parse(
  readFileSync(new URL('src/content/projects/farringdon-basement/images.json', root), 'utf8'),
)

/** What the API is told about a picture or video of the home page, apart from its place. */
export type Item = { kind: 'image' | 'video'; alt: string } & Record<string, unknown>

/** Publishes through the API as an administrator does, without the screen that other tests try. */
export const publisher = async (request: APIRequestContext, { email, password }: Account) => {
  const session = await request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey: keys.publishable },
    data: { email, password },
  })
  const { access_token: token } = await session.json()
  const headers = { apikey: keys.publishable, authorization: `Bearer ${token}` }

  const upload = async (bytes: Buffer, format: 'webp' | 'webm'): Promise<string> => {
    const name = `${createHash('sha256').update(bytes).digest('hex')}.${format}`
    const type = format === 'webp' ? 'image/webp' : 'video/webm'
    const answer = await request.post(`/storage/v1/object/site-media/${name}`, {
      headers: { ...headers, 'content-type': type, 'cache-control': 'max-age=31536000' },
      data: bytes,
    })
    const text = await answer.text()
    expect(answer.ok() || text.includes('Duplicate'), text).toBe(true)
    return name
  }

  // Pictures of a project: what they show does not matter, and they are of the right size.
  const stills = async (picture: number) => {
    const widths = [480, 720, 1280]
    const names = await Promise.all(
      widths.map((width) =>
        upload(readFileSync(new URL(`public${pictures[picture]?.base}-${width}.webp`, root)), 'webp'),
      ),
    )
    return { stills: names, still_widths: widths, width: 1280, height: 960 }
  }

  return {
    image: async (alt: string, picture: number): Promise<Item> => ({ kind: 'image', alt, ...(await stills(picture)) }),
    video: async (alt: string, picture: number, bytes: Buffer): Promise<Item> => ({
      kind: 'video',
      alt,
      ...(await stills(picture)),
      video: await upload(bytes, 'webm'),
    }),
    /** Makes these what visitors see; `replaces` is what they see now. Returns the publication's id. */
    publish: async (places: { hero: Item[]; latest: Item[] }, replaces: number | null): Promise<number> => {
      const items = (['hero', 'latest'] as const).flatMap((place) =>
        places[place].map((item, position) => ({ ...item, place, position })),
      )
      const answer = await request.post('/functions/v1/publish', { headers, data: { items, replaces } })
      expect(answer.ok(), await answer.text()).toBe(true)
      return (await answer.json()).id
    },
  }
}
