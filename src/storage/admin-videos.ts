import * as v from 'valibot'
import { savedFileSchema } from '@/domain/media'
import { json } from './json'
import { storedValue } from './stored-value'

/** The videos the owner uploaded, oldest first. */
export const adminVideos = storedValue('adminVideos', json(v.array(savedFileSchema)))
