import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright/test'
import { callAs } from '../support/backend-users'
import { freePort } from '../support/free-port.mjs'
import { PROCESS_KEYS, queryRows, startSite, storedFile } from '../support/site-process'
import { drawPicture, toFileName, uploadPhoto } from '../support/uploads'
import { expect, open } from './admin-support'
import { test } from './separate-site'
import { holdBack } from './support'

const FILES = /\/(?:public\/site-media|enquiry-photo)\//

const button = (page: Page) => page.getByRole('button', { name: 'Download backup' })
const bytesOf = async (page: Page) => {
  const url = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const reader = new FileReader()
        reader.onload = () => resolve(String(reader.result))
        reader.readAsDataURL((window as unknown as { copy: Blob }).copy)
      }),
  )
  return new Uint8Array(Buffer.from(url.split(',')[1] ?? '', 'base64'))
}
const unpack = (bytes: Uint8Array, folder: string) => {
  const files = Object.entries(unzipSync(bytes))
  for (const [name, content] of files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }
  return files.map(([name]) => name)
}

test('a downloaded backup restores the same content into an empty project', {
  tag: ['@every-browser', '@release'],
}, async ({ adminPage, owner, server }) => {
  const title = 'A cellar “below”, in Camden'
  await owner.publishPool('copied-cellar', title)
  const photo = await drawPicture()
  for (const name of ['Ann', 'Bea']) {
    const { photos, ...set } = await uploadPhoto(server, photo.bytes)
    const enquiry = { kind: 'contact', name, email: 'ann@example.com', message: 'Damp', ...set }
    const job = { status: 'won', note: 'Starts in May', status_changes: [{ status: 'won', at: '2026-01-01', by: '' }] }
    const body = { ...enquiry, ...job, photos: JSON.parse(photos) }
    await callAs(server, 'service', '/rest/v1/enquiries', { method: 'POST', body })
  }
  const projectOn = async (url: string) =>
    (await callAs({ ...server, url }, 'visitor', `/rest/v1/rpc/published_project?p_id=copied-cellar`)).body
  await open(adminPage, '/admin/user-manager')
  await adminPage.evaluate(() => {
    const { createObjectURL } = URL
    URL.createObjectURL = (blob: Blob) => createObjectURL.call(URL, Object.assign(window, { copy: blob }).copy)
    Object.assign(window, { showSaveFilePicker: undefined })
  })
  await button(adminPage).press('Enter')
  await expect(adminPage.getByText('Backup saved')).toBeVisible()

  const folder = mkdtempSync(path.join(tmpdir(), 'groundworks-copy-'))
  const site = startSite(path.join(folder, 'data'), await freePort())
  try {
    const names = unpack(await bytesOf(adminPage), path.join(folder, 'copy'))
    const files = names.flatMap((name) => (name.startsWith('files/') ? [path.basename(name)] : []))
    expect(files.length).toBeGreaterThan(3)
    expect(await queryRows(site.url, 'reviews')).toEqual([])
    const { SUPABASE_SECRET_KEY } = PROCESS_KEYS
    const env = { ...process.env, SUPABASE_URL: site.url, SUPABASE_SECRET_KEY }
    const restoring = ['scripts/restore.mjs', '--from', path.join(folder, 'copy')]
    const { stdout } = await promisify(execFile)(process.execPath, restoring, { env })
    expect(stdout).toMatch(new RegExp(`^Restored the backup of .* to ${site.url}\\.$`, 'm'))
    const project = await projectOn(server.url)
    expect(project).toMatchObject({ title })
    expect(await projectOn(site.url)).toEqual(project)
    for (const name of files.filter((file) => file.includes('.'))) expect(await storedFile(site.url, name)).toBe(name)
    const restored = await queryRows<{ photos: { name: string }[] }>(site.url, 'enquiries?select=photos')
    const jobs = 'enquiries?select=status,status_changes,note&order=id'
    expect(await queryRows(site.url, jobs)).toEqual(await queryRows(server.url, jobs))
    const photos = restored.flatMap((row) => row.photos)
    expect(photos).toHaveLength(2)
    for (const { name } of photos) {
      const headers = { apikey: SUPABASE_SECRET_KEY }
      const stored = await fetch(`${site.url}/storage/v1/object/enquiry-photos/${name}`, { headers })
      expect(toFileName(new Uint8Array(await stored.arrayBuffer()))).toBe(photo.name)
    }
  } finally {
    await site.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a backup streams into a file, which is removed if the download is cancelled', async ({ adminPage, owner }) => {
  await owner.publishPool('streamed-cellar', 'Streamed')
  await open(adminPage, '/admin/user-manager')
  // A headless browser has no file picker, but origin-private files.
  await adminPage.evaluate(() => {
    const choose = async ({ suggestedName }: { suggestedName: string }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })
    Object.assign(window, { showSaveFilePicker: choose })
  })
  const saved = () =>
    adminPage.evaluate(async () => {
      const names: string[] = []
      for await (const [name, file] of (await navigator.storage.getDirectory()).entries()) {
        names.push(name)
        Object.assign(window, { copy: await (file as FileSystemFileHandle).getFile() })
      }
      return names
    })
  const release = await holdBack(adminPage, FILES)
  await button(adminPage).click()
  await expect(adminPage.getByText(/^File 1 of \d/)).toBeVisible()
  expect(await saved()).toContainEqual(expect.stringMatching(/^backup-.*\.zip$/))
  await adminPage.getByRole('button', { name: 'Cancel' }).click()
  await expect(adminPage.getByText('Cancelled: no backup was saved')).toBeVisible()
  await expect(button(adminPage)).toBeFocused()
  await expect.poll(saved).toEqual([])
  release()

  await button(adminPage).click()
  await expect(adminPage.getByText('Backup saved')).toBeVisible()
  expect(await saved()).toEqual([expect.stringMatching(/^backup-\d{4}-\d\d-\d\d\.zip$/)])
  expect(Object.keys(unzipSync(await bytesOf(adminPage))).at(-1)).toBe('manifest.json')
})
