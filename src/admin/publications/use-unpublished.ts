import { useQuery } from '@tanstack/react-query'
import { historyQuery } from '@/admin/data/publications'
import { listIn } from '@/admin/saved-media/saved-files'
import { useAdminSession } from '@/admin/session/admin-session'
import { LATEST_PROJECTS_COUNT } from '@/domain/media'
import { projectImages } from '@/storage/keys'
import { useStoredValue } from '@/storage/stored-value'
import { draftItems, nameOf, partOf } from './plan'
import { keepPrepared, prepareOnce } from './prepare'

/** Whether visitors see another picture at an index of 'Our Latest Projects'; false until that is known. */
export const useUnpublished = (): ((index: number) => boolean) => {
  const images = listIn(useStoredValue(projectImages)).slice(0, LATEST_PROJECTS_COUNT)
  const { canShowAdminData } = useAdminSession()
  const { data: history } = useQuery({ ...historyQuery, enabled: canShowAdminData })
  const { data: names } = useQuery({
    queryKey: ['media', 'names', ...images.map(({ id }) => id)],
    queryFn: async () => {
      keepPrepared(({ item }) => item.place === 'hero' || images.some(({ url }) => url === item.src))
      const found: (string | undefined)[] = []
      for (const item of draftItems({ slides: [], images, videos: [] })) {
        const prepared = await prepareOnce(item)
        found.push('media' in prepared ? nameOf(prepared.media) : undefined)
      }
      return found
    },
    enabled: history !== undefined && images.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const visible = partOf(history?.[0]?.items ?? [], 'latest').map(nameOf)
  return (index) => names?.[index] !== undefined && names[index] !== visible[index]
}
