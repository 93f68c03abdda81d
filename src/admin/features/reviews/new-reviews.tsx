import { useQueryClient } from '@tanstack/react-query'
import { NewRows } from '@/admin/components/new-rows'
import { fromPostgrest } from '@/lib/supabase-errors'
import { supabase } from '@/supabase'
import { reviewKeys } from './use-reviews'

const countNewer = async (after: string): Promise<number> => {
  const { count, error, status } = await supabase
    .from('reviews')
    .select('id', { count: 'exact', head: true })
    .eq('status', 'pending')
    .gt('created_at', after)
  if (error) throw fromPostgrest(error, status)
  return count ?? 0
}

/** '2 new: show', above the first page of the pending reviews. */
export function NewReviews({ newest }: { newest: string | undefined }) {
  const queryClient = useQueryClient()
  const show = () => queryClient.refetchQueries({ queryKey: reviewKeys.all, type: 'active' })
  return <NewRows what="reviews" newest={newest} count={countNewer} onShow={show} />
}
