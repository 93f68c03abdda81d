import { randomUUID } from 'node:crypto'
import models from '../../src/content/projects/farringdon-basement/images.json' with { type: 'json' }
import { type Caller, callAs } from './backend-users.ts'
import { fakeContent, fakeImage, type Saved, toChanges, toDraft } from './custom-projects.ts'
import { asUploaded, uploadFile } from './uploads.ts'

type Photograph = { name: string; alt: string; picture?: { files: string[] }; removed?: boolean }
type Draft = {
  id: string
  fields: Record<string, { at: number; by: string | null }>
  draft: { title?: string; photographs: Record<string, Photograph> }
}
type Place = 'hero' | 'latest'

/** Calls the API of an owner's screens. Throws the server's error. */
export const createOwnerApi = (backend: Caller, token: string) => {
  const call = async <Answer>(url: string, body?: object): Promise<Answer> => {
    const answer = await callAs(backend, { token }, url, body && { method: 'POST', body })
    if (answer.status >= 300) throw new Error(`${url} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as Answer
  }
  const rpc = <Answer>(name: string, body: object = {}) => call<Answer>(`/rest/v1/rpc/${name}`, body)

  const upload = (bytes: Uint8Array<ArrayBuffer>, options?: { type?: string; cacheControl?: string }) =>
    uploadFile(backend, { token }, bytes, options)

  // `mark` makes the file unique.
  const picture = async (index: number, widths = [480, 720, 1280], mark = '') => {
    const { base } = models[index % models.length] ?? { base: '' }
    const files = widths.map(async (width) => upload(Buffer.concat([await asUploaded(base, width), Buffer.from(mark)])))
    const [width = 0] = widths.slice(-1)
    return { ...fakeImage(...(await Promise.all(files))), widths, width, height: (width * 3) / 4 }
  }

  // Returns the new number.
  const publish = (places: { [place in Place]?: object[] }, replaces: number | null = null) => {
    const items = Object.entries(places).flatMap(([place, all]) =>
      all.map((item, position) => ({ kind: 'image', ...item, place, position })),
    )
    return rpc<number>('publish', { p_items: items, p_replaces: replaces })
  }

  const drafts = (filter = 'draft=not.is.null') => call<Draft[]>(`/rest/v1/projects?select=id,fields,draft&${filter}`)

  // Returns the ID for later publications.
  const publishProject = async (address: string, content: Parameters<typeof toDraft>[0], id: string = randomUUID()) => {
    const [known] = await drafts(`id=eq.${id}`)
    const p_changes = toChanges(toDraft(content), known?.fields)
    const first = { p_id: id, p_seen: 0, p_browser: 'phone', p_changes }
    const { version } = await rpc<Saved>('save_project', first)
    await rpc('publish_project', { p_id: id, p_version: version, p_address: address, p_content: content })
    return id
  }

  const publishPool = async (
    address: string,
    title: string,
    { id = randomUUID() as string, words = 'Camden' } = {},
  ) => {
    const views = [0, 1, 2].map(async (index) => ({
      ...(await picture(index)),
      alt: `View ${index} ${words}`,
      description: words,
    }))
    const text = { title, location: words, summary: `A pool beneath a garden. ${words}`, completed: '2026-03' }
    const lists = { description: [words, words], services: [words], cover: 1, before: 0, after: 2 }
    return publishProject(address, { ...fakeContent(...(await Promise.all(views))), ...text, ...lists }, id)
  }
  return { rpc, upload, picture, publish, drafts, publishProject, publishPool }
}
