import { Download } from 'lucide-react'
import { adminErrorText, adminMessages } from '@/admin/messages'
import { useAction } from '@/admin/query-client'
import { saveText } from '@/admin/save-text'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { type Cell, csvOf } from '@/lib/csv'

const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })

/** Saves rows as `name` with the date of today; the first row holds the headings. */
export function ExportButton({ name, read }: { name: string; read: () => Promise<readonly (readonly Cell[])[]> }) {
  const { mutate, isPending } = useAction({
    mutationFn: read,
    onSuccess: (rows) => saveText(`${name}-${day.format(new Date())}.csv`, 'text/csv', csvOf(rows)),
    onError: (error) => toast.error(adminMessages.exports.failed, { description: adminErrorText(error) }),
  })
  return (
    <Button disabled={isPending} onClick={() => void mutate()} variant="outline" size="sm">
      <Download aria-hidden className="size-4" />
      {isPending ? 'Exporting...' : 'Export as CSV'}
    </Button>
  )
}
