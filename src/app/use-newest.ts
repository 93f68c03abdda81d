import { useEffect } from 'react'
import { useRevalidator } from 'react-router-dom'
import { followNewest } from '@/published/newest'

/** After the first view of a page that shows what the owner publishes, asks for what is newer, and has its loader read that. */
export const useNewest = (isPublished: boolean, path: string): void => {
  const { revalidate } = useRevalidator()
  // biome-ignore lint/correctness/useExhaustiveDependencies: without an answer pages stay as they were built, and the next one asks again.
  useEffect(() => {
    if (isPublished) followNewest(revalidate)
  }, [isPublished, path, revalidate])
}
