import { isSavedFile } from '@/domain/media'
import { listOf } from './list'
import { storedValue } from './stored-value'

/** The owner's project images; the home page shows the first few. */
export const projectImages = storedValue('projectImages', listOf(isSavedFile))
