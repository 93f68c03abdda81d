import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { fakeContent, fakeFileName, fakeProjectImage, storeFiles, toDraft } from '../support/custom-projects'
import { renderSite } from '../support/render-site'
import { sql } from '../support/test-server'
import {
  button,
  drawPictures,
  insert,
  question,
  setFieldValue,
  shortenTimers,
  signInAs,
  reconnect as unblock,
} from './admin-support'

export const PLACE = '/admin/dashboard?section=media&tab=projects'
export const NEW = `${PLACE}&project=new`
export const SAVE = /rpc\/save_project/
export const ID = '00000000-0000-4000-8000-000000000001'
export const PIT = fakeFileName('a')
// Toasts close after 4 s, so that isn't one.
const PAUSES = [1_000, 2_000, 5_000]

/** Starts a test with only the bundled projects and without pauses. */
export const prepareProjects = async (): Promise<void> => {
  drawPictures(crypto.randomUUID())
  shortenTimers((ms) => PAUSES.includes(ms), 30)
  await sql('delete from projects')
}

export const openList = async () => {
  const account = await signInAs()
  const site = await renderSite(PLACE)
  await screen.findByRole('heading', { name: 'Projects', level: 2 })
  return { ...site, account }
}

export const openNew = async () => {
  const site = await openList()
  await site.user.click(button('Add project'))
  await screen.findByLabelText('Title')
  return site
}

/** Opens the form of a stored project. */
export const openForm = async () => {
  const account = await signInAs()
  const site = await renderSite(`${PLACE}&project=${ID}`)
  await screen.findByLabelText('Title')
  return { ...site, account }
}

type Router = Awaited<ReturnType<typeof renderSite>>['router']

/** Returns a project's location once it contains the ID. */
export const hasOwnAddress = async (router: Router) => {
  await waitFor(() => {
    if (!/project=[\w-]{36}$/.test(router.state.location.search)) throw new Error('The address has no id')
  })
  return router.state.location
}

/** Stores a project with one photo, as its form would. */
export const addProject = async (
  status = 'draft',
  title = 'Beneath Camden',
  change: Parameters<typeof insert>[1] = {},
) => {
  const content = { ...fakeContent(fakeProjectImage(PIT)), title }
  const draft = JSON.stringify(toDraft(content))
  const address = title.toLowerCase().replaceAll(' ', '-')
  await storeFiles({ sql }, [PIT])
  await insert('projects', {
    ...{ id: ID, position: 0, status, draft },
    ...(status !== 'draft' && { address, published: JSON.stringify(content), published_draft: draft }),
    ...change,
  })
}

/** Opens the form of a draft with a stored photo. */
export const openDraft = async () => {
  await addProject()
  return openForm()
}

export const openPublished = async () => {
  await addProject('published')
  return openForm()
}

export const picture = (name: string, type = 'image/jpeg', parts: BlobPart[] = [name]) =>
  new File(parts, name, { type })
export const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Choose photos'), { target: { files } })
export const isPrepared = () =>
  waitFor(() => {
    if (screen.queryByText(/^(Processing|Uploading)/)) throw new Error('A photo is being processed or uploaded')
  })
export const addPicture = async (name: string) => {
  choose(picture(name))
  await screen.findByText(/^(Processing|Uploading)/)
  await isPrepared()
}

/** Holds back preparing the `number`th photo until the returned function is called. */
export const holdPreparing = (number: number) => {
  const decode = HTMLImageElement.prototype.decode
  let goOn = () => {}
  const wait = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let count = 0
  HTMLImageElement.prototype.decode = async function () {
    count += 1
    if (count === number) await wait
    return decode.call(this)
  }
  return goOn
}

export const descriptionsShown = () =>
  screen.queryAllByLabelText(/^Photo \d+ description$/).map((field) => (field as HTMLTextAreaElement).value)

export const fill = (title: string) => {
  setFieldValue(screen.getByLabelText('Title'), title)
  setFieldValue(screen.getByLabelText('Location'), 'Camden')
  setFieldValue(screen.getByLabelText('Month completed'), '03')
  setFieldValue(screen.getByLabelText('Year completed'), '2025')
  setFieldValue(screen.getByLabelText('Summary'), 'A dry cellar for a café.')
  setFieldValue(screen.getByLabelText('Description'), 'We dug.\n\nWe poured.')
}
export const isSaved = () => screen.findByText(/^Saved at /)
export const confirm = (user: UserEvent, word: string) => user.click(question().getByRole('button', { name: word }))
export const publish = async (user: UserEvent) => {
  await user.click(button('Publish'))
  await confirm(user, 'Publish now')
}
export const reopen = async (user: UserEvent, title = 'Beneath Camden') => {
  await user.click(button('All projects'))
  await user.click(await screen.findByRole('button', { name: `Edit ${title}` }))
  return screen.findByLabelText('Title')
}

type Stored = {
  id: string
  address: string | null
  status: string
  version: number
  draft: {
    title: string
    photographs: Record<string, { alt: string; removed?: boolean; picture?: { files: string[] } }>
  }
}
export const stored = () => sql<Stored>('select * from projects where not built_in order by position')
export const titlesStored = async () => (await stored()).map(({ draft }) => draft.title)
export const photographsStored = async () => Object.values((await stored())[0]?.draft.photographs ?? {})

/** Restores the network and fires `online`. */
export const reconnect = () => {
  unblock()
  fireEvent(window, new Event('online'))
}

/** Changes a field as a colleague's device does. */
export const changeElsewhere = (field: string, is: unknown) =>
  sql(
    `update projects set draft = jsonb_set(draft, string_to_array($1, '/'), $2::jsonb), version = version + 1,
      fields = fields || jsonb_build_object($1, jsonb_build_object('at', version + 1, 'by', null))`,
    [field, JSON.stringify(is)],
  )

/** Whether the browser asks before it closes the page. */
export const asksBeforeClosing = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))
