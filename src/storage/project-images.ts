import * as v from 'valibot'
import { savedFileSchema } from '@/domain/media'
import { json } from './json'
import { storedValue } from './stored-value'

/** The owner's project images; the home page shows the first few. */
export const projectImages = storedValue('projectImages', json(v.array(savedFileSchema)))
