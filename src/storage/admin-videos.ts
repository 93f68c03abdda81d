import { isSavedFile } from '@/domain/media'
import { listOf } from './list'
import { storedValue } from './stored-value'

/** The videos the owner uploaded, oldest first. */
export const adminVideos = storedValue('adminVideos', listOf(isSavedFile))
