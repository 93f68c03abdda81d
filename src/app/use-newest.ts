import { startTransition, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { followNewest } from '@/published/newest'

/** After the first view of a page that shows what the owner publishes, asks for what is newer, and has its loader read that. */
export const useNewest = (isPublished: boolean, path: string): void => {
  const { revalidate } = useRevalidator()
  const [answers, setAnswers] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: without an answer pages stay as they were built, and the next one asks again.
  useEffect(() => {
    if (isPublished) followNewest(() => startTransition(() => setAnswers((count) => count + 1)))
  }, [isPublished, path])
  // Once a navigation that is under way is on screen: a revalidation before that would take its place to scroll to.
  useEffect(() => {
    if (answers > 0) void revalidate()
  }, [answers, revalidate])
}
