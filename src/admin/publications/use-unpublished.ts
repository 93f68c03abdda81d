import { useQuery } from '@tanstack/react-query'
import { queryClient } from '@/admin/backend/query-client'
import { historyQuery } from '@/admin/data/publications'
import { listOrEmpty, readRecords } from '@/admin/saved-media/saved-files'
import { useAdminSession } from '@/admin/session/admin-session'
import { LATEST_PROJECTS_COUNT, type SavedFile } from '@/domain/media'
import { publishedNames } from '@/storage/admin-keys'
import { projectImages } from '@/storage/media-keys'
import { useStoredValue } from '@/storage/stored-value'
import { draftItems, getContentKey, getSlotItems } from './plan'
import { preparedQuery } from './prepare'

type PublishedName = { id: string; name: string }

/** Stores published names of images that are still saved. */
export const rememberNames = (names: readonly PublishedName[]): void => {
  const isSaved = ({ id }: PublishedName) => readRecords(projectImages).some((image) => image.id === id)
  const others = readRecords(publishedNames).filter(({ id }) => !names.some((name) => name.id === id))
  publishedNames.write([...others, ...names].filter(isSaved))
}

const findNames = async (images: readonly SavedFile[]): Promise<PublishedName[]> => {
  const found: PublishedName[] = []
  for (const image of images) {
    for (const item of draftItems({ slides: [], images: [image], videos: [] })) {
      const prepared = await queryClient.fetchQuery(preparedQuery(item))
      if ('media' in prepared) found.push({ id: image.id, name: getContentKey(prepared.media) })
    }
  }
  rememberNames(found)
  return found
}

/** Returns whether visitors see another image at an index; false until known. */
export const useUnpublished = (): ((index: number) => boolean) => {
  const images = listOrEmpty(useStoredValue(projectImages)).slice(0, LATEST_PROJECTS_COUNT)
  const { canShowAdminData } = useAdminSession()
  const { data: history } = useQuery({ ...historyQuery, enabled: canShowAdminData })
  const remembered = listOrEmpty(useStoredValue(publishedNames))
  const others = images.filter(({ id }) => !remembered.some((name) => name.id === id))
  const { data: found = [] } = useQuery({
    queryKey: ['published names', ...others.map(({ id }) => id)],
    queryFn: () => findNames(others),
    enabled: history !== undefined && others.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const visible = getSlotItems(history?.[0]?.items ?? [], 'latest').map(getContentKey)
  return (index) => {
    const name = [...remembered, ...found].find(({ id }) => id === images[index]?.id)?.name
    return history !== undefined && name !== undefined && name !== visible[index]
  }
}
