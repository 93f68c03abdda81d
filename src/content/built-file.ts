import files from 'virtual:built-files'
import { loadModule } from '@/lib/lazy-module'

const fetchFile = async (name: string): Promise<unknown> => {
  const response = await fetch(`/assets/${name}.json`)
  if (!response.ok) throw new Error(`${name}: ${response.status}`)
  return response.json()
}

/** What the build put into a file, named by its contents. Throws `AppError` as `loadModule` does; unlike a module, it can be asked for again. */
export const readBuilt = (name: string): Promise<unknown> =>
  loadModule(async () => files[name] ?? (await fetchFile(name)))
