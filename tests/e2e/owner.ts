import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { APIRequestContext } from 'playwright/test'
import { asUploaded } from '../support/uploads'
import { type Account, sessionOf } from './admin-support'
import { expect, keys } from './support'

const root = path.resolve(import.meta.dirname, '../..')
const pictures: { base: string }[] = JSON.parse(
  readFileSync(path.join(root, 'src/content/projects/farringdon-basement/images.json'), 'utf8'),
)
/** What owners may write, too; it has to stay text. */
export const SCRIPT = '<img src=x onerror="document.title=1"><script>document.title=1</script>'

type Photograph = { name: string; alt: string; picture?: { files: string[] }; removed?: boolean }
type Row = {
  id: string
  version: number
  fields: Record<string, { at: number; by: string | null }>
  draft: {
    title?: string
    location?: string
    summary?: string
    services?: string
    photographs: Record<string, Photograph>
  }
}

/** Calls what the owner's screens call, as an administrator. */
export const owner = async (request: APIRequestContext, account: Account) => {
  const { access_token: token } = JSON.parse(await sessionOf(request, account))
  const headers = { apikey: keys.publishable, authorization: `Bearer ${token}` }
  const call = async (rpc: string, data: object) => {
    const answer = await request.post(`/rest/v1/rpc/${rpc}`, { headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json().catch(() => null)
  }
  const image = async (index: number) => {
    const upload = async (width: number) => {
      const data = await asUploaded(pictures[index]?.base ?? '', width)
      const name = `${createHash('sha256').update(data).digest('hex')}.webp`
      const answer = await request.post(`/storage/v1/object/site-media/${name}`, {
        headers: { ...headers, 'content-type': 'image/webp', 'cache-control': 'max-age=31536000' },
        data,
      })
      // Another test may have sent it.
      if (!answer.ok()) expect(await answer.json()).toMatchObject({ statusCode: '409' })
      return name
    }
    const widths = [480, 720, 1280]
    const files = await Promise.all(widths.map(upload))
    return {
      files,
      widths,
      width: 1280,
      height: 960,
      placeholder: '#d6d0c8',
      alt: `View ${index} ${SCRIPT}`,
      description: SCRIPT,
    }
  }
  /** The drafts of own projects as they are stored. */
  const drafts = async (): Promise<Row[]> => {
    const answer = await request.get('/rest/v1/projects?select=id,version,fields,draft&draft=not.is.null', { headers })
    return answer.json()
  }
  /** Publishes a project of these words as its title at an address, the second time under the id returned. */
  const publish = async (address: string, title: string, id: string = randomUUID()): Promise<string> => {
    const images = await Promise.all([0, 1, 2].map(image))
    const text = { title, location: SCRIPT, summary: `A pool beneath a garden. ${SCRIPT}` }
    const content = {
      ...text,
      ...{ completed: '2026-03', description: [SCRIPT, SCRIPT], services: [SCRIPT], images },
      ...{ cover: 1, before: 0, after: 2 },
    }
    const known = (await drafts()).find((one) => one.id === id)
    const words = { ...text, month: '03', year: '2026', description: `${SCRIPT}\n\n${SCRIPT}`, services: SCRIPT }
    const fields = [
      ...Object.entries({ ...words, cover: '1', pair: { before: '0', after: '2' } }),
      ...images.flatMap(({ alt, description, ...picture }, index) =>
        Object.entries({ name: `${index}.jpg`, place: index, alt, description, picture }).map(
          ([part, is]) => [`photographs/${index}/${part}`, is] as const,
        ),
      ),
    ]
    const p_changes = Object.fromEntries(
      fields.map(([field, is]) => [field, { at: known?.fields[field]?.at ?? 0, is }]),
    )
    const saved = await call('save_project', { p_id: id, p_seen: 0, p_is_first: true, p_changes })
    await call('publish_project', { p_id: id, p_version: saved.version, p_address: address, p_content: content })
    return id
  }
  return { call, image, publish, drafts }
}
