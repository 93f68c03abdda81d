import { useEffect } from 'react'
import { useRevalidator } from 'react-router-dom'
import { readNewest } from '@/content/newest'
import { idleAfterLoad } from '@/lib/when-to-start'

let _following: Promise<void> | undefined

const follow = async (revalidate: () => Promise<void>): Promise<void> => {
  await idleAfterLoad()
  if (await readNewest()) await revalidate()
}

/** After the first view of a page that shows what the owner publishes, asks for what is newer, and has its loader read that. */
export const useNewest = (isPublished: boolean, path: string): void => {
  const { revalidate } = useRevalidator()
  // biome-ignore lint/correctness/useExhaustiveDependencies: without an answer pages stay as they were built, and the next one asks again.
  useEffect(() => {
    if (!isPublished) return
    _following ??= follow(revalidate).catch(() => {
      _following = undefined
    })
  }, [isPublished, path, revalidate])
}
