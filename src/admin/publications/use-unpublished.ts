import { useQuery } from '@tanstack/react-query'
import { useAdminSession } from '@/admin/session/admin-session'
import { LATEST_PROJECTS_COUNT, type ProjectImage } from '@/domain/media'
import { draftOf, nameOf } from './plan'
import { prepare } from './prepare'
import { historyQuery } from './use-publish'

/** Whether visitors see another picture at a place of 'Our Latest Projects'; not before that is known. */
export const useUnpublished = (list: readonly ProjectImage[]): ((index: number) => boolean) => {
  const images = list.slice(0, LATEST_PROJECTS_COUNT)
  const { canShowAdminData } = useAdminSession()
  const { data: history } = useQuery({ ...historyQuery, enabled: canShowAdminData })
  const { data: names } = useQuery({
    queryKey: ['media', 'names', ...images.map(({ id }) => id)],
    queryFn: async () => {
      const found: (string | undefined)[] = []
      for (const item of draftOf({ slides: [], images, videos: [] })) {
        const prepared = await prepare(item)
        found.push('media' in prepared ? nameOf(prepared.media) : undefined)
      }
      return found
    },
    enabled: history !== undefined && images.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const visible = history?.[0]?.items.filter(({ place }) => place === 'latest').map(nameOf) ?? []
  return (index) => names?.[index] !== undefined && names[index] !== visible[index]
}
