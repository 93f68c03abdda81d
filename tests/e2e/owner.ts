import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { APIRequestContext } from 'playwright/test'
import { type Account, sessionOf } from './admin-support'
import { expect, keys } from './support'

const root = path.resolve(import.meta.dirname, '../..')
const pictures: { base: string }[] = JSON.parse(
  readFileSync(path.join(root, 'src/content/projects/farringdon-basement/images.json'), 'utf8'),
)
/** What owners may write, too; it has to stay text. */
export const SCRIPT = '<img src=x onerror="document.title=1"><script>document.title=1</script>'

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
      const data = readFileSync(path.join(root, `public${pictures[index]?.base}-${width}.webp`))
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
  /** Publishes a project of these words as its title, over the version that is named. Returns the new one. */
  const publish = async (id: string, words: string, version: number | null = null): Promise<number> => {
    const draft = {
      title: words,
      location: SCRIPT,
      completed: '2026-03',
      summary: `A pool beneath a garden. ${SCRIPT}`,
      description: [SCRIPT, SCRIPT],
      services: [SCRIPT],
      images: await Promise.all([0, 1, 2].map(image)),
      cover: 1,
      before: 0,
      after: 2,
    }
    const saved = await call('save_project', { p_id: id, p_version: version, p_draft: draft })
    const names = { p_id: saved.id, p_version: saved.version, p_wanted_id: id }
    return (await call('publish_project', names)).version
  }
  return { call, image, publish }
}
