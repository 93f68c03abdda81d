import { ENQUIRY_PHOTOS_BUCKET } from './contract/enquiry-photo.ts'
import { loggable, reason } from './errors.ts'
import type { Services } from './services.ts'

const BATCHES_MAX = 20

/** Deletes photos of deleted enquiries, and those not sent within 24 hours. Only logs failures. */
export const deleteExpiredPhotos = async ({ database }: Services): Promise<void> => {
  try {
    let deleted: string[] = []
    for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
      const { data: expired } = await database.rpc('expired_enquiry_photos', { p_deleted: deleted }).throwOnError()
      if (expired.length === 0) return
      const { error } = await database.storage.from(ENQUIRY_PHOTOS_BUCKET).remove(expired)
      if (error) throw error
      deleted = expired
    }
  } catch (cause) {
    console.error('[enquiry-photo] Expired photos were not deleted:', reason(loggable(cause)))
  }
}
