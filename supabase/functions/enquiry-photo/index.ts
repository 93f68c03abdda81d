import { serve } from '../_shared/pipeline.ts'
import { createHandler } from './handler.ts'

serve(createHandler)
