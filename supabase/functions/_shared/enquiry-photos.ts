import { ENQUIRY_PHOTOS_BUCKET } from './contract/enquiry-photo.ts'
import { loggable, reason } from './errors.ts'
import type { Services } from './services.ts'

/** Deletes up to 100 photos of deleted enquiries, or not sent within 24 hours. Only logs failures. */
export const deleteExpiredPhotos = async ({ database }: Services): Promise<void> => {
  try {
    const { data: expired } = await database.rpc('expired_enquiry_photos').throwOnError()
    if (expired.length === 0) return
    const { error } = await database.storage.from(ENQUIRY_PHOTOS_BUCKET).remove(expired)
    if (error) throw error
    await database.rpc('expired_enquiry_photos', { p_deleted: expired }).throwOnError()
  } catch (cause) {
    console.error('[enquiry-photo] Expired photos were not deleted:', reason(loggable(cause)))
  }
}
