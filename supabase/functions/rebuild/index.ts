import { serve } from '../_shared/services.ts'
import { createHandler } from './handler.ts'

serve(createHandler)
